"""The gate: every write is judged before a store sees it (architecture §6)."""

from graphmem.gate.gate import Gate
from graphmem.gate.policy import Policy, load_policy

__all__ = ["Gate", "Policy", "load_policy"]
