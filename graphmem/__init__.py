"""graphmem: a memory for AI agents that knows what it currently believes, why, and what it no longer believes."""

from typing import TYPE_CHECKING, Any

from graphmem.errors import (
    ConflictStateError,
    GraphmemError,
    InputError,
    ModelError,
    NotFoundError,
    ProviderError,
    RoleError,
    SchemaError,
    ScopeError,
    StoreBusyError,
    StoreError,
    UnitError,
    UnknownNameError,
    UsageError,
)
from graphmem.model.scope import Principal, Role, Sensitivity

if TYPE_CHECKING:
    from graphmem.async_memory import AsyncMemory
    from graphmem.memory import Memory

__version__ = "0.1.0"
__all__ = [
    "AsyncMemory",
    "ConflictStateError",
    "GraphmemError",
    "InputError",
    "Memory",
    "ModelError",
    "NotFoundError",
    "Principal",
    "ProviderError",
    "Role",
    "RoleError",
    "SchemaError",
    "ScopeError",
    "Sensitivity",
    "StoreBusyError",
    "StoreError",
    "UnitError",
    "UnknownNameError",
    "UsageError",
]


def __getattr__(name: str) -> Any:
    """Load the two large classes when they are first asked for, so that importing graphmem stays cheap."""
    if name == "Memory":
        from graphmem.memory import Memory

        return Memory
    if name == "AsyncMemory":
        from graphmem.async_memory import AsyncMemory

        return AsyncMemory
    raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
