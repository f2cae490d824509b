"""Runs in .venv-st, the only environment that holds torch (make test sees to it)."""

from pathlib import Path

import numpy as np
import pytest

from graphmem.encoders import load_encoder
from graphmem.encoders.onnx_minilm import OnnxMiniLM
from graphmem.encoders.sentence_transformers import SentenceTransformersEncoder
from graphmem.errors import ModelError
from graphmem.protocols import Encoder
from graphmem.settings import ModelSettings
from graphmem.testing.encoder_contract import TEXTS, EncoderContract


@pytest.fixture(scope="module")
def packaged() -> Encoder:
    encoder = load_encoder(ModelSettings(encoder="sentence_transformers"))
    assert encoder is not None
    return encoder


class TestSentenceTransformers(EncoderContract):
    @pytest.fixture
    def encoder(self, packaged: Encoder) -> Encoder:
        return packaged


def test_both_encoders_of_the_model_agree_on_real_text(packaged: Encoder) -> None:
    licence = (Path(__file__).parents[2] / "LICENSE").read_text(encoding="utf-8")
    passages = [" ".join(part.split()) for part in licence.split("\n\n") if part.strip()]
    sentences = [sentence for part in passages for sentence in part.split(". ") if " " in sentence]
    texts = [*passages, *sentences, *TEXTS[:7]]
    assert len(texts) > 80
    cosines = (packaged.encode(texts) * OnnxMiniLM().encode(texts)).sum(axis=1)
    assert cosines.min() >= 0.999


def test_both_encoders_are_near_on_text_without_a_known_word(packaged: Encoder) -> None:
    cosines = (packaged.encode(TEXTS[7:]) * OnnxMiniLM().encode(TEXTS[7:])).sum(axis=1)
    assert cosines.min() >= 0.99


def test_both_count_the_same_tokens(packaged: Encoder) -> None:
    onnx = OnnxMiniLM()
    assert [packaged.count_tokens(text) for text in TEXTS] == [onnx.count_tokens(text) for text in TEXTS]


def test_their_vectors_are_not_taken_for_each_other(packaged: Encoder) -> None:
    assert packaged.fingerprint != OnnxMiniLM().fingerprint


def test_other_weights_have_another_fingerprint(packaged: Encoder) -> None:
    import torch

    other = SentenceTransformersEncoder()
    with torch.no_grad():
        next(other._model.parameters()).add_(0.01)
    assert other.fingerprint != packaged.fingerprint


def test_a_model_in_a_folder_is_read_as_it_is(packaged: Encoder, tmp_path: Path) -> None:
    packaged._model.save(str(tmp_path / "own"), create_model_card=False)
    own = SentenceTransformersEncoder(str(tmp_path / "own"))
    assert np.abs(own.encode(TEXTS[:3]) - packaged.encode(TEXTS[:3])).max() < 1e-6


def test_an_unknown_model_is_one_line_and_asks_no_hub() -> None:
    with pytest.raises(ModelError, match=r"cannot load the model 'no-such/model'") as caught:
        SentenceTransformersEncoder("no-such/model").encode(["anything"])
    assert len(str(caught.value).splitlines()) == 1
