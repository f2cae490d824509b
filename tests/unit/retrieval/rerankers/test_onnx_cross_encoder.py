"""The ONNX reranker with a tiny model built here: a text is the more relevant the more often it says "open"."""

from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from graphmem.errors import ModelError, UnknownNameError
from graphmem.retrieval.rerankers import RERANKERS
from graphmem.retrieval.rerankers.onnx_cross_encoder import onnx_cross_encoder

WORDS = ["[PAD]", "[UNK]", "[SEP]", "the", "gate", "is", "open", "shut"]


def write_model(folder: Path, outputs: int = 1) -> Path:
    """Logits are one table entry a token, summed."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    table = np.zeros((len(WORDS), outputs), dtype=np.float32)
    table[WORDS.index("open")] = 1.5
    table[WORDS.index("shut")] = -1.5
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
            helper.make_node("ReduceSum", ["rows", "axis"], ["logits"], keepdims=0),
        ],
        "tiny",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "tokens"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", outputs])],
        [numpy_helper.from_array(table, "table"), numpy_helper.from_array(np.array([1]), "axis")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    folder.mkdir(exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A [SEP]", pair="$A [SEP] $B:1 [SEP]:1", special_tokens=[("[SEP]", WORDS.index("[SEP]"))]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def test_relevance_is_the_only_output_alone_or_in_a_batch(tmp_path: Path) -> None:
    reranker = onnx_cross_encoder(str(write_model(tmp_path / "tiny")))
    reranker.prepare()
    texts = ["the gate is shut", "open open", "the gate is open"]
    scores = reranker.score("the gate", texts)
    assert scores[0] < 0.5 < scores[2] < scores[1] < 1
    assert [reranker.score("the gate", [text])[0] for text in texts] == pytest.approx(scores)
    assert reranker.name == "onnx_cross_encoder:tiny"


def test_a_classifier_is_refused(tmp_path: Path) -> None:
    reranker = onnx_cross_encoder(str(write_model(tmp_path / "tiny", outputs=3)))
    with pytest.raises(ModelError, match="one output; this model has 3"):
        reranker.score("the gate", ["the gate is open"])


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot load the reranker's model"):
        onnx_cross_encoder(str(tmp_path)).prepare()


def test_rerankers_are_found_by_name() -> None:
    assert RERANKERS.names() == ["cross_encoder", "onnx_cross_encoder"]
    assert RERANKERS.get("onnx_cross_encoder") is onnx_cross_encoder
    with pytest.raises(UnknownNameError, match="there are: cross_encoder"):
        RERANKERS.get("oracle")
