"""Any sentence-transformers CrossEncoder for natural language inference, by name or folder (extra `judge`)."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphmem.conflicts.judges._labels import contradiction_probability, find_contradiction
from graphmem.errors import ModelError, ProviderError
from graphmem.protocols import PairScore, TextPair


def cross_encoder(model: str, batch_size: int = 16) -> "CrossEncoderJudge":
    """A judge over the model; it is read at the first question, from a folder or the local cache only."""
    return CrossEncoderJudge(model, batch_size)


@dataclass(frozen=True)
class CrossEncoderJudge:
    """Asks the model both ways round and takes the mean: inference has a direction, contradiction has none."""

    model: str
    batch_size: int = 16

    @property
    def name(self) -> str:
        """Calibrators are kept for each model."""
        return f"cross_encoder:{self.model.rstrip('/').rsplit('/', 1)[-1]}"

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        """One score for each pair. Raises ModelError when the model cannot be loaded, ProviderError when it fails."""
        if not pairs:
            return []
        both = [(pair.a, pair.b) for pair in pairs] + [(pair.b, pair.a) for pair in pairs]
        model, at = self._loaded
        try:
            logits = model.predict(both, batch_size=self.batch_size, show_progress_bar=False, activation_fn=_identity)
        except Exception as error:  # torch's errors share no base class
            raise ProviderError(f"judge {self.name} failed: {str(error)[:200]}") from error
        outputs = np.asarray(logits, dtype=np.float64).reshape(len(both), -1)
        each = contradiction_probability(outputs, at).reshape(2, len(pairs)).mean(axis=0)
        return [PairScore(score=float(p), probability=float(p), reasons=(f"{self.name}: {p:.2f}",)) for p in each]

    @cached_property
    def _loaded(self) -> tuple[Any, int]:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            raise ModelError("judge 'cross_encoder' needs: pip install 'graphmem[judge]'") from error
        try:
            model = CrossEncoder(self.model, device="cpu")
        except Exception as error:  # hub, file and format errors share no base class
            raise ModelError(f"cannot load the judge's model {self.model!r}: {str(error)[:200]}") from error
        return model, find_contradiction(dict(model.config.id2label))


def _identity(values: Any) -> Any:
    """Raw outputs: what they mean is decided here, not by the model's default activation."""
    return values
