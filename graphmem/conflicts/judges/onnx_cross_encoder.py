"""A cross-encoder exported to ONNX: a folder with model.onnx, tokenizer.json and config.json; no torch is needed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.conflicts.judges._labels import contradiction_probability, find_contradiction, read_labels
from graphmem.errors import ModelError, ProviderError
from graphmem.protocols import PairScore, TextPair

_LONGEST = 256


def onnx_cross_encoder(folder: str, batch_size: int = 16) -> "OnnxCrossEncoderJudge":
    """A judge over the model in that folder; it is read at the first question."""
    return OnnxCrossEncoderJudge(Path(folder), batch_size)


@dataclass(frozen=True)
class OnnxCrossEncoderJudge:
    """Asks the model both ways round and takes the mean."""

    folder: Path
    batch_size: int = 16

    @property
    def name(self) -> str:
        """Calibrators are kept for each model."""
        return f"onnx_cross_encoder:{self.folder.name}"

    def score(self, pairs: Sequence[TextPair]) -> list[PairScore]:
        """One score for each pair. Raises ModelError when the model cannot be loaded, ProviderError when it fails."""
        both = [(pair.a, pair.b) for pair in pairs] + [(pair.b, pair.a) for pair in pairs]
        found = np.zeros(len(both))
        # Texts of like length together: a batch costs as much as its longest.
        order = sorted(range(len(both)), key=lambda i: len(both[i][0]) + len(both[i][1]))
        for start in range(0, len(order), self.batch_size):
            chosen = order[start : start + self.batch_size]
            found[chosen] = self._ask([both[i] for i in chosen])
        each = found.reshape(2, -1).mean(axis=0)
        return [PairScore(score=float(p), probability=float(p), reasons=(f"{self.name}: {p:.2f}",)) for p in each]

    def _ask(self, texts: list[tuple[str, str]]) -> NDArray[np.float64]:
        session, tokenizer, at = self._loaded
        encoded = tokenizer.encode_batch(texts)
        width = _fixed_width(session) or max(len(one.ids) for one in encoded)
        feed = {name: np.zeros((len(encoded), width), dtype=np.int64) for name in _INPUTS}
        for row, one in enumerate(encoded):
            feed["input_ids"][row, : len(one.ids)] = one.ids
            feed["attention_mask"][row, : len(one.ids)] = 1
            feed["token_type_ids"][row, : len(one.ids)] = one.type_ids
        wanted = {one.name for one in session.get_inputs()}
        try:
            logits = session.run(None, {name: value for name, value in feed.items() if name in wanted})[0]
        except Exception as error:  # onnxruntime's errors share no base class
            raise ProviderError(f"judge {self.name} failed: {str(error)[:200]}") from error
        return contradiction_probability(np.asarray(logits, dtype=np.float64), at)

    @cached_property
    def _loaded(self) -> tuple[Any, Any, int]:
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
            raise ModelError(f"cannot load the judge's model in {self.folder}: {str(error)[:200]}") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(_fixed_width(session) or _LONGEST)
        return session, tokenizer, find_contradiction(dict(read_labels(self.folder)))


_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def _fixed_width(session: Any) -> int | None:
    """How many tokens the model was exported for; None where it takes any number."""
    widths = [one.shape[1] for one in session.get_inputs() if len(one.shape) > 1 and isinstance(one.shape[1], int)]
    return widths[0] if widths else None
