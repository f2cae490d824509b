"""A cross-encoder with one output exported to ONNX: a folder with model.onnx and tokenizer.json; no torch is needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.errors import ModelError, ProviderError
from graphmem.retrieval.rerankers._outputs import relevance_of

_LONGEST = 256
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def onnx_cross_encoder(folder: str) -> "OnnxCrossEncoderReranker":
    """A reranker over an ONNX model in a folder of its own."""
    return OnnxCrossEncoderReranker(Path(folder))


@dataclass(frozen=True)
class OnnxCrossEncoderReranker:
    """Reads question and text together."""

    folder: Path

    @property
    def name(self) -> str:
        """What notes call it."""
        return f"onnx_cross_encoder:{self.folder.name}"

    def prepare(self) -> None:
        """Load the model unless it is loaded. Raises ModelError when that fails."""
        _ = self._loaded

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        """Relevance of each text, 0 to 1. Raises ModelError for another kind of model, ProviderError when it fails."""
        session, tokenizer = self._loaded
        encoded = tokenizer.encode_batch([(question, text) for text in texts])
        width = max(len(one.ids) for one in encoded)
        feed = {name: np.zeros((len(encoded), width), dtype=np.int64) for name in _INPUTS}
        for row, one in enumerate(encoded):
            feed["input_ids"][row, : len(one.ids)] = one.ids
            feed["attention_mask"][row, : len(one.ids)] = 1
            feed["token_type_ids"][row, : len(one.ids)] = one.type_ids
        wanted = {one.name for one in session.get_inputs()}
        try:
            logits = session.run(None, {name: value for name, value in feed.items() if name in wanted})[0]
        except Exception as error:  # onnxruntime's errors share no base class
            raise ProviderError(f"{self.name} failed: {str(error)[:200]}") from error
        return relevance_of(np.asarray(logits, dtype=np.float64))

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        try:
            import onnxruntime
            from tokenizers import Tokenizer

            tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
            options = onnxruntime.SessionOptions()
            options.log_severity_level = 3
            session = onnxruntime.InferenceSession(
                str(self.folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # neither library's errors share a base class
            raise ModelError(f"cannot load the reranker's model in {self.folder}: {str(error)[:200]}") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST)
        return session, tokenizer
