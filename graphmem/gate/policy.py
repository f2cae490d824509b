"""The policy file: versioned, validated, compiled once; a deployment may bring its own."""

import re
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from graphmem.errors import UsageError
from graphmem.gate.code_patterns import CodeFinder
from graphmem.gate.expression import Expression
from graphmem.gate.format import Format
from graphmem.gate.injection_scan import Scan
from graphmem.gate.personal_patterns import PersonalFinder
from graphmem.gate.secret_patterns import SecretFinder
from graphmem.gate.words import Signal, WordSet
from graphmem.model.record import ContentType
from graphmem.protocols import PersonalDataDetector
from graphmem.registry import Registry
from graphmem.settings import GateSettings

CHECKS = Registry("graphmem.gate.checks", "check", group="graphmem.gate.checks")
DETECTORS = Registry("graphmem.gate.detectors", "detector of personal data", group="graphmem.gate.detectors")


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SignalSpec(_Section):
    """A signal as the file gives it: names of word sets, and when it speaks (see graphmem.gate.words.Signal)."""

    name: str
    sets: tuple[str, ...] = Field(min_length=1)
    weight: float = Field(default=1, gt=0)
    topic_weight: float | None = None
    near: int = Field(default=90, ge=0)
    directive: bool = False
    follows: bool = False
    forbidden: str | None = None
    expression: str | None = None


class FormatSpec(_Section):
    """A regular expression for what is a format, not a sentence; without a word of `needs` it is not tried."""

    name: str
    pattern: str
    weight: float = Field(default=1, gt=0)
    needs: tuple[str, ...] = ()


class InjectionSection(_Section):
    """Signals add up within `reach` characters; the thresholds are for plain, hidden and disguised text."""

    threshold: float
    hidden_threshold: float
    disguised_threshold: float
    reach: int
    signals: tuple[SignalSpec, ...]
    formats: tuple[FormatSpec, ...]


class ChatterSection(_Section):
    """Marks refuse any record, plans those that an agent states; plans are tried at the start of each line."""

    marks: tuple[FormatSpec, ...]
    plans: tuple[str, ...]


class EndpointSection(_Section):
    """Changes of where software and data come from."""

    address: str
    signals: tuple[SignalSpec, ...]
    formats: tuple[FormatSpec, ...]


class SecretSection(_Section):
    """What announces a secret, and formats of keys."""

    names: tuple[str, ...]
    pins: tuple[str, ...]
    phrases: tuple[str, ...]
    links: tuple[str, ...]
    formats: tuple[FormatSpec, ...]


class CodeSection(_Section):
    """Commands that are dangerous wherever they stand, and code that runs programs."""

    dangerous: tuple[FormatSpec, ...]
    runs: tuple[str, ...]


class NumberSpec(_Section):
    """A number that one of the words announces."""

    name: str
    announced: tuple[str, ...]
    number: str


class PersonalDataSection(_Section):
    """Mailboxes of roles, words that announce personal data or its absence, and numbers."""

    role_mailboxes: frozenset[str]
    other_numbers: tuple[str, ...]
    card_cues: tuple[str, ...]
    birth_cues: tuple[str, ...]
    phone_cues: tuple[str, ...]
    public_lines: tuple[str, ...]
    address_cues: tuple[str, ...]
    identifiers: tuple[NumberSpec, ...]
    formats: tuple[FormatSpec, ...]


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
    secrets: SecretSection
    code: CodeSection
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
        return WordSet.of(self.words[name])

    @cached_property
    def scan(self) -> Scan:
        """The compiled signs of injections."""
        section = self.injection
        return Scan(
            signals=tuple(map(self._compile, section.signals)),
            formats=tuple(map(_format, section.formats)),
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
    def endpoint_formats(self) -> tuple[Format, ...]:
        """Compiled formats of changed sources."""
        return tuple(map(_format, self.endpoints.formats))

    @cached_property
    def chatter_marks(self) -> tuple[Format, ...]:
        """Compiled marks of a trace."""
        return tuple(map(_format, self.chatter.marks))

    @cached_property
    def chatter_plans(self) -> tuple[Expression, ...]:
        """Compiled self-talk."""
        return tuple(map(Expression, self.chatter.plans))

    @cached_property
    def secret_finder(self) -> SecretFinder:
        """Compiled patterns of secrets."""
        section = self.secrets
        formats = tuple(map(_format, section.formats))
        return SecretFinder.of(section.names, section.pins, section.phrases, section.links, formats)

    @cached_property
    def code_finder(self) -> CodeFinder:
        """Compiled patterns of code."""
        section = self.code
        return CodeFinder(
            dangerous=tuple(map(_format, section.dangerous)),
            runs=tuple(map(Expression, section.runs)),
        )

    @cached_property
    def personal_finder(self) -> PersonalFinder:
        """Compiled patterns of personal data."""
        section = self.personal_data
        return PersonalFinder.of(
            section.role_mailboxes,
            {
                name: getattr(section, name)
                for name in type(section).model_fields
                if name.endswith(("cues", "numbers", "lines"))
            },
            [(spec.name, spec.announced, spec.number) for spec in section.identifiers],
            [(spec.name, spec.pattern) for spec in section.formats],
        )

    @cached_property
    def personal_detector(self) -> PersonalDataDetector:
        """The detector that the settings name. Raises UnknownNameError, or ModelError when its package is missing."""
        detector: PersonalDataDetector = DETECTORS.get(self.limits.personal_data)(self.personal_finder)
        return detector

    def check_expressions(self) -> None:
        """Compile every expression, so that a fault shows now and not at some later write. Raises re.error."""
        specs = (*self.injection.signals, *self.memory_behaviour, *self.endpoints.signals)
        formats = (
            *self.injection.formats, *self.chatter.marks, *self.secrets.formats, *self.code.dangerous,
            *self.endpoints.formats, *self.personal_data.formats,
        )  # fmt: skip
        sources = [*(spec.expression for spec in specs if spec.expression), *(spec.pattern for spec in formats)]
        sources += [*self.chatter.plans, *self.code.runs, *(spec.number for spec in self.personal_data.identifiers)]
        for source in sources:
            re.compile(source)

    def _compile(self, spec: SignalSpec) -> Signal:
        return Signal(
            name=spec.name,
            weight=spec.weight,
            sets=tuple(self.word_set(name) for name in spec.sets),
            near=spec.near,
            directive=spec.directive,
            follows=spec.follows,
            topic_weight=spec.topic_weight,
            forbidden=self.word_set(spec.forbidden) if spec.forbidden else None,
            expression=Expression(spec.expression) if spec.expression else None,
        )


def _format(spec: FormatSpec) -> Format:
    return Format(spec.name, spec.weight, Expression(spec.pattern), WordSet.of(spec.needs) if spec.needs else None)


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
        policy = Policy.model_validate({**loaded, "limits": settings})
        if settings.policy:  # the shipped one is compiled whole by the tests
            policy.check_expressions()
    except OSError as error:
        raise UsageError(f"cannot read gate policy {where}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"gate policy {where} is no YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc'])) or 'policy'}: {e['msg']}" for e in error.errors())
        raise UsageError(f"gate policy {where}: {faults}") from error
    except re.error as error:
        raise UsageError(f"gate policy {where}: {error} in {error.pattern!r}") from error
    return policy


def _shipped() -> str:
    return files("graphmem.gate").joinpath("policy.yaml").read_text("utf-8")
