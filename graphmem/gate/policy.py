"""The policy file: versioned, validated, compiled once; a deployment may bring its own."""

import re
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from graphmem.errors import UsageError
from graphmem.gate.injection_scan import Scan
from graphmem.gate.words import Signal, WordSet
from graphmem.model.record import ContentType
from graphmem.registry import Registry
from graphmem.settings import GateSettings

CHECKS = Registry("graphmem.gate.checks", "check", group="graphmem.gate.checks")


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _compiled(expression: str) -> str:
    re.compile(expression)  # a fault shows when the policy is loaded, not at some later write
    return expression


class SignalSpec(_Section):
    """A signal as the file gives it: names of word sets, and when it speaks (see graphmem.gate.words.Signal)."""

    name: str
    sets: tuple[str, ...] = Field(min_length=1)
    weight: float = Field(default=1, gt=0)
    topic_weight: float | None = None
    near: int = Field(default=90, ge=0)
    directive: bool = False
    forbidden: str | None = None
    expression: str | None = None

    _check_expression = field_validator("expression")(lambda value: _compiled(value) if value else value)


class FormatSpec(_Section):
    """A regular expression for what is a format rather than a sentence."""

    name: str
    pattern: str
    weight: float = Field(default=1, gt=0)

    _check_pattern = field_validator("pattern")(_compiled)


class InjectionSection(_Section):
    """Signals add up within `reach` characters; the thresholds are for plain, hidden and disguised text."""

    threshold: float
    hidden_threshold: float
    disguised_threshold: float
    reach: int
    signals: tuple[SignalSpec, ...]
    formats: tuple[FormatSpec, ...]


class ChatterSection(_Section):
    """Regular expressions: marks refuse any record, plans those that an agent states."""

    marks: tuple[str, ...]
    plans: tuple[str, ...]

    _check_all = field_validator("marks", "plans")(lambda values: tuple(map(_compiled, values)))


class EndpointSection(_Section):
    """Changes of where software and data come from."""

    address: str
    signals: tuple[SignalSpec, ...]
    formats: tuple[FormatSpec, ...]


class PersonalDataSection(_Section):
    """Mailboxes that belong to a role, not to a person."""

    role_mailboxes: frozenset[str]


class Policy(_Section):
    """Everything that the gate goes by; `limits` are the settings' rates, not the file's."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    version: str = Field(min_length=1, max_length=40)
    order: tuple[str, ...] = Field(min_length=1)
    content_types: frozenset[ContentType]
    words: dict[str, tuple[str, ...]]
    injection: InjectionSection
    memory_behaviour: tuple[SignalSpec, ...]
    chatter: ChatterSection
    endpoints: EndpointSection
    personal_data: PersonalDataSection
    limits: GateSettings = GateSettings()

    @field_validator("version", mode="before")
    @classmethod
    def _version_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int | float) else value

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        known = set(CHECKS.names())
        if unknown := sorted(set(self.order) - known):
            raise ValueError(f"order names no such check: {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
        if missing := sorted(known - set(self.order)):
            raise ValueError(f"order leaves out: {', '.join(missing)}; no check can be skipped")
        specs = (*self.injection.signals, *self.memory_behaviour, *self.endpoints.signals)
        named = {name for spec in specs for name in (*spec.sets, *filter(None, [spec.forbidden]))} | {"about.attacks"}
        if absent := sorted(named - set(self.words)):
            raise ValueError(f"words has no set called: {', '.join(absent)}")
        return self

    def word_set(self, name: str) -> WordSet:
        """The compiled word set of that name."""
        return _word_set(self.words[name])

    @cached_property
    def scan(self) -> Scan:
        """The compiled signs of injections."""
        section = self.injection
        return Scan(
            signals=tuple(map(self._compile, section.signals)),
            formats=tuple((spec.name, spec.weight, _expression(spec.pattern)) for spec in section.formats),
            frames=self.word_set("about.attacks"),
            threshold=section.threshold,
            hidden_threshold=section.hidden_threshold,
            disguised_threshold=section.disguised_threshold,
            reach=section.reach,
        )

    @cached_property
    def memory_signals(self) -> tuple[Signal, ...]:
        """Compiled signals of instructions about memory."""
        return tuple(map(self._compile, self.memory_behaviour))

    @cached_property
    def endpoint_signals(self) -> tuple[Signal, ...]:
        """Compiled signals of changed sources."""
        return tuple(map(self._compile, self.endpoints.signals))

    @cached_property
    def endpoint_formats(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """Compiled formats of changed sources: name and expression."""
        return tuple((spec.name, _expression(spec.pattern)) for spec in self.endpoints.formats)

    @cached_property
    def chatter_marks(self) -> tuple[re.Pattern[str], ...]:
        """Compiled marks of a trace."""
        return tuple(map(_expression, self.chatter.marks))

    @cached_property
    def chatter_plans(self) -> tuple[re.Pattern[str], ...]:
        """Compiled self-talk."""
        return tuple(map(_expression, self.chatter.plans))

    def _compile(self, spec: SignalSpec) -> Signal:
        return Signal(
            name=spec.name,
            weight=spec.weight,
            sets=tuple(self.word_set(name) for name in spec.sets),
            near=spec.near,
            directive=spec.directive,
            topic_weight=spec.topic_weight,
            forbidden=self.word_set(spec.forbidden) if spec.forbidden else None,
            expression=_expression(spec.expression) if spec.expression else None,
        )


@lru_cache(maxsize=512)
def _word_set(words: tuple[str, ...]) -> WordSet:
    return WordSet.of(words)


@lru_cache(maxsize=512)
def _expression(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def load_policy(settings: GateSettings | None = None) -> Policy:
    """The policy of the settings' path, or the shipped one, with the settings' rates.

    Raises UsageError that names every fault of the file at once.
    """
    settings = settings or GateSettings()
    return _load(settings)


@lru_cache(maxsize=8)
def _load(settings: GateSettings) -> Policy:
    where = settings.policy or "graphmem/gate/policy.yaml"
    try:
        text = Path(settings.policy).read_text("utf-8") if settings.policy else _shipped()
        loaded = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader, in C
        if not isinstance(loaded, dict):
            raise UsageError(f"gate policy {where} is no mapping")
        return Policy.model_validate({**loaded, "limits": settings})
    except OSError as error:
        raise UsageError(f"cannot read gate policy {where}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"gate policy {where} is no YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'policy'}: {e['msg']}" for e in error.errors())
        raise UsageError(f"gate policy {where}: {faults}") from error
    except re.error as error:
        raise UsageError(f"gate policy {where}: {error} in {error.pattern!r}") from error


def _shipped() -> str:
    return files("graphmem.gate").joinpath("policy.yaml").read_text("utf-8")
