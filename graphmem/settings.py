"""Settings: built by the caller from a TOML file or defaults; importing reads nothing."""

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from graphmem.errors import UsageError


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DetectionSettings(_Section):
    """Detection: caps are counted and reported, never silent."""

    max_values_per_block: int = Field(default=200, ge=2)  # distinct values compared pairwise in a block
    judge: str = "pair_scorer"  # what is asked where claims leave a pair open; "none" asks nobody
    judge_model: str | None = None  # name or folder of a cross-encoder, for judges that need one
    scorer_model: str | None = None  # folder of a pair scorer to use instead of the shipped one
    nightly_judge: str = "none"  # whom the nightly sweep asks about sentences that rules leave open; "pair_scorer", …
    judge_budget: int = Field(default=2000, ge=0)  # pairs a night


class ResolutionSettings(_Section):
    """Policies: semantics §1, order of settling."""

    close_days: float = Field(default=30, ge=0)  # sides said less than this apart are escalated
    settle_confidence: float = Field(default=0.75, ge=0, le=1)  # below it policies do not settle
    noise_confidence: float = Field(default=0.25, ge=0, le=1)  # below it there is no conflict
    direct_impact_namespaces: tuple[str, ...] = ("regulatory",)  # a person settles all of these
    direct_impact_attributes: tuple[str, ...] = ()  # slots that a person settles, wherever they stand


class RetentionSettings(_Section):
    """Days that a content type is kept, counted from observed_at; absent is for ever."""

    days: dict[str, float] = {"interaction": 90, "user_preference": 365, "life_event": 30}  # by content type
    stale_document_days: float = 30  # a document not verified for so long is marked stale
    resolved_episode_days: float = 90  # a resolved episode is no candidate after that
    log_days: float = 90  # how long the retrieval log is kept
    audit_days: float = 2557  # how long an expired record, out of every index, is kept: seven years


class GateSettings(_Section):
    """The gate; policy is a path to a policy file that replaces the shipped one."""

    policy: str | None = None  # path to a policy file
    personal_data: str = "patterns"  # detector of personal data; "presidio" needs the extra pii
    session_writes: int = 20  # accepted writes of one session by a mere agent
    burst_alert: int = 5  # writes of one session in a minute that raise an alert
    daily_factor_alert: float = 3.0  # times the usual writes of a user and day that raise an alert


class RetrievalSettings(_Section):
    """Retrieval; one set of parameters for all data."""

    log: bool = True  # keep questions, hits and scores for `routes`, `diagnose` and replay
    reranker: str = "none"  # registry name of a cross-encoder that re-ranks direct questions; "none": nobody
    reranker_model: str | None = None  # name or folder of its model
    rerank_depth: int = Field(default=20, ge=2)  # candidates that it reads at most
    rerank_budget_ms: float = Field(default=150, ge=0)  # of a question; candidates beyond it keep their order


class IntegritySettings(_Section):
    """Thresholds of the monitors, per agent and day, against a 30-day baseline."""

    baseline_days: int = 30  # days that a day is compared with
    min_days: int = 5  # an agent with fewer is not judged, and named
    confidence_drop: float = 0.15  # fall of the mean confidence of extraction
    outcome_shift: float = 0.3  # shift of the shares of outcomes
    records_factor: float = 3.0  # times the usual number of records a document
    cosine_drift: float = 0.25  # distance from the centroid of the baseline


class StoreSettings(_Section):
    """The store's file; without a key file, GRAPHMEM_STORE_KEY or GRAPHMEM_STORE_KEY_FILE gives the key."""

    key_file: str | None = None  # file with the key of an encrypted store; needs the extra sqlcipher


class SnapshotSettings(_Section):
    """Snapshots: a folder; beside the store where it is a file and none is given."""

    folder: str | None = None  # where snapshots are kept


class ModelSettings(_Section):
    """Encoder and optional language model (any OpenAI-compatible endpoint; off unless base_url is set)."""

    encoder: str = "onnx_minilm"  # registry name; "none": no vectors
    encoder_model: str | None = None  # name or folder of a model, for encoders that take one
    encoder_threads: int = Field(default=2, ge=1)  # 1 where several processes share the cores
    extractors: tuple[str, ...] = ("spacy_claims", "titles", "regulatory", "structured")  # all are asked
    llm_base_url: str | None = None  # an OpenAI-compatible endpoint
    llm_model: str | None = None  # model that it is asked for
    llm_api_key_env: str = "GRAPHMEM_LLM_API_KEY"  # variable that holds the key
    llm_timeout_seconds: float = 30.0  # for one request


class Settings(_Section):
    """All settings, by section; every one has a default that is safe."""

    detection: DetectionSettings = DetectionSettings()
    resolution: ResolutionSettings = ResolutionSettings()
    retention: RetentionSettings = RetentionSettings()
    gate: GateSettings = GateSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    integrity: IntegritySettings = IntegritySettings()
    store: StoreSettings = StoreSettings()
    snapshots: SnapshotSettings = SnapshotSettings()
    models: ModelSettings = ModelSettings()


def load_settings(path: Path | None) -> Settings:
    """Settings of a TOML file, or the defaults when path is None.

    Raises UsageError that names every fault of the file at once.
    """
    if path is None:
        return Settings()
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(f"cannot read settings {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"settings {path} are no TOML: {error}") from error
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise UsageError(f"settings {path}: {faults}") from error
