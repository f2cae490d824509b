"""Any sentence-transformers CrossEncoder with one output, by name or folder (extra `judge`)."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphmem.errors import ModelError, ProviderError
from graphmem.retrieval.rerankers._outputs import relevance_of


def cross_encoder(model: str) -> "CrossEncoderReranker":
    """A reranker over a sentence-transformers model, read from a folder or the local cache only."""
    return CrossEncoderReranker(model)


@dataclass(frozen=True)
class CrossEncoderReranker:
    """Reads question and text together."""

    model: str

    @property
    def name(self) -> str:
        """What notes call it."""
        return f"cross_encoder:{self.model.rstrip('/').rsplit('/', 1)[-1]}"

    def prepare(self) -> None:
        """Load the model unless it is loaded. Raises ModelError when that fails."""
        _ = self._loaded

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text, 0 to 1. Raises ModelError for another kind of model, ProviderError when it fails."""
        pairs = [(question, text) for text in texts]
        try:
            logits = self._loaded.predict(
                pairs, batch_size=len(pairs), show_progress_bar=False, activation_fn=_identity
            )
        except ModelError:
            raise
        except Exception as error:  # torch's errors share no base class
            raise ProviderError(f"{self.name} failed: {str(error)[:200]}") from error
        return relevance_of(np.asarray(logits, dtype=np.float64).reshape(len(pairs), -1))

    @cached_property
    def _loaded(self) -> Any:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        try:
            from sentence_transformers import CrossEncoder
        except ImportError as error:
            raise ModelError("reranker 'cross_encoder' needs: pip install 'graphmem[judge]'") from error
        try:
            return CrossEncoder(self.model, device="cpu")
        except Exception as error:  # hub, file and format errors share no base class
            raise ModelError(f"cannot load the reranker's model {self.model!r}: {str(error)[:200]}") from error


def _identity(values: Any) -> Any:
    """Raw outputs: what they mean is decided here, not by the model's default activation."""
    return values
