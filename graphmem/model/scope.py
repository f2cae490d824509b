"""Who asks, and what they may see: principals, roles, sensitivity."""

from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict, ModelWrapValidatorHandler, ValidationError, field_validator, model_validator

from graphmem.errors import RoleError, ScopeError, UsageError

GLOBAL = "global"


class Sensitivity(StrEnum):
    """How closely a record is held, lowest first."""

    PUBLIC = "public"
    INTERNAL = "internal"
    CONFIDENTIAL = "confidential"
    RESTRICTED = "restricted"

    @property
    def level(self) -> int:
        """0 for public to 3 for restricted."""
        return list(Sensitivity).index(self)


class Role(StrEnum):
    """What a principal may do: semantics §4."""

    AGENT = "agent"
    REVIEWER = "reviewer"
    OPERATOR = "operator"
    AUDITOR = "auditor"


class Principal(BaseModel):
    """Who asks: tenant, the namespaces it may read, the one it writes to, roles, clearance, and who signs.

    Raises ScopeError when there is no namespace, an empty one, or when write lies outside them; UsageError for a role
    or clearance that does not exist, and for a field of another type.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tenant: str = "default"
    namespaces: tuple[str, ...] = ()
    write: str = ""
    roles: frozenset[Role] = frozenset({Role.AGENT})
    clearance: Sensitivity = Sensitivity.INTERNAL
    name: str | None = None

    @model_validator(mode="wrap")
    @classmethod
    def _in_our_words(cls, given: object, build: ModelWrapValidatorHandler[Self]) -> Self:
        try:
            return build(given)
        except ValidationError as error:
            faults = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}, not {e['input']!r:.80}" for e in error.errors())
            raise UsageError(f"no such principal: {'; '.join(faults)}") from error

    @field_validator("namespaces", mode="before")
    @classmethod
    def _accept_any_iterable(cls, value: object) -> object:
        return (
            (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | set | frozenset) else value
        )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.tenant.strip():
            raise ScopeError("the tenant is empty: give it a name, for instance --tenant default")
        if not self.namespaces or not all(name.strip() for name in self.namespaces):
            raise ScopeError("a principal needs at least one namespace, and none may be empty")
        if not self.write:
            object.__setattr__(self, "write", self.namespaces[0])
        if self.write not in self.namespaces:
            raise ScopeError(
                f"cannot write to {self.write!r}: it is not among the namespaces {', '.join(self.namespaces)}"
            )
        return self

    def require_namespace(self, namespace: str) -> None:
        """Raise ScopeError unless the namespace is among the principal's."""
        if namespace not in self.namespaces:
            raise ScopeError(f"namespace {namespace!r} is not among {', '.join(self.namespaces)}")

    def require_role(self, *roles: Role) -> None:
        """Raise RoleError unless the principal has one of the roles."""
        if not self.roles & set(roles):
            raise RoleError(
                f"this needs the role {' or '.join(roles)}; the principal has {', '.join(sorted(self.roles)) or 'none'}"
            )
