"""Errors of graphmem, one class for each thing that a caller would do differently.

GraphmemError
├── UsageError            the call itself is wrong (exit 2)
│   └── UnknownNameError  a registry, setting or option has no such name
├── InputError            the data given cannot be accepted (exit 1)
│   └── UnitError         two quantities measure different things
├── ScopeError            outside the namespaces of the principal
├── RoleError             the principal lacks a role
├── NotFoundError         no such record, conflict, decision, review item for this principal
├── ConflictStateError    the state forbids it: settled, undone, rested upon
├── StoreError            the store cannot be opened, read or written
│   ├── StoreBusyError    other writers held the store for too long
│   └── SchemaError       the store was written by another schema or encoder
├── ModelError            a packaged or configured model cannot be loaded or used
└── ProviderError         a configured outside service failed
"""


class GraphmemError(Exception):
    """Base of all errors that graphmem raises on purpose; its text is one line for a person."""


class UsageError(GraphmemError):
    """The call itself is wrong; the text names what is allowed."""


class UnknownNameError(UsageError):
    """A registry has no entry of that name; the text lists those that exist."""


class InputError(GraphmemError):
    """The data given cannot be accepted; the text says which part and why."""


class UnitError(InputError):
    """Two quantities measure different things."""


class ScopeError(GraphmemError):
    """The principal may not read or write that namespace."""


class RoleError(GraphmemError):
    """The principal lacks the role that the call needs."""


class NotFoundError(GraphmemError):
    """Nothing of that id exists for this principal."""


class ConflictStateError(GraphmemError):
    """The present state forbids the call: already settled, already undone, or rested upon."""


class StoreError(GraphmemError):
    """The store cannot be opened, read or written; the text names the remedy."""


class StoreBusyError(StoreError):
    """Other processes held the store for longer than the bounded wait."""


class SchemaError(StoreError):
    """The store was written by another schema or another encoder."""


class ModelError(GraphmemError):
    """A packaged or configured model cannot be loaded or used."""


class ProviderError(GraphmemError):
    """A configured outside service failed or answered nonsense."""
