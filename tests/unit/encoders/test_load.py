import pytest

from graphmem.encoders import load_encoder
from graphmem.errors import UnknownNameError, UsageError
from graphmem.protocols import Encoder
from graphmem.settings import ModelSettings


def test_the_default_needs_no_setting() -> None:
    encoder = load_encoder(ModelSettings())
    assert isinstance(encoder, Encoder)
    assert encoder.dimension == 384


def test_embeddings_can_be_off() -> None:
    assert load_encoder(ModelSettings(encoder="none")) is None


def test_a_model_without_an_encoder_is_refused() -> None:
    with pytest.raises(UsageError, match="bge-small"):
        load_encoder(ModelSettings(encoder="none", encoder_model="bge-small"))


def test_an_unknown_encoder_is_answered_with_those_that_exist() -> None:
    with pytest.raises(UnknownNameError, match=r"word2vec.*none, onnx_minilm, sentence_transformers"):
        load_encoder(ModelSettings(encoder="word2vec"))
