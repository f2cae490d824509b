"""The ONNX judge with a tiny model built here: it calls a pair contradictory where the second text denies."""

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from graphmem.conflicts.judges import JUDGES
from graphmem.conflicts.judges._labels import find_contradiction
from graphmem.conflicts.judges.onnx_cross_encoder import onnx_cross_encoder
from graphmem.errors import ModelError, UnknownNameError
from graphmem.protocols import TextPair

WORDS = ["[PAD]", "[UNK]", "[SEP]", "the", "gate", "is", "open", "not"]


def write_model(folder: Path, labels: list[str], width: int | str = "tokens") -> Path:
    """Logits are one hot table entry a token, summed: "not" speaks for the output called contradiction."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    table = np.zeros((len(WORDS), len(labels)), dtype=np.float32)
    table[WORDS.index("not"), labels.index("contradiction")] = 4.0
    table[WORDS.index("open"), labels.index("entailment")] = 1.0
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
            helper.make_node("ReduceSum", ["rows", "axis"], ["logits"], keepdims=0),
        ],
        "tiny",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", width])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", len(labels)])],
        [numpy_helper.from_array(table, "table"), numpy_helper.from_array(np.array([1]), "axis")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    folder.mkdir(exist_ok=True)
    onnx.save(model, folder / "model.onnx")
    write_rest(folder, labels)
    return folder


def write_rest(folder: Path, labels: list[str]) -> None:
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A [SEP]", pair="$A [SEP] $B:1 [SEP]:1", special_tokens=[("[SEP]", WORDS.index("[SEP]"))]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {"id2label": {str(i): label for i, label in enumerate(labels)}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


ORDERS = [
    ["contradiction", "entailment", "neutral"],
    ["entailment", "neutral", "contradiction"],
    ["neutral", "contradiction", "entailment"],
]


@pytest.mark.parametrize("labels", ORDERS, ids=lambda labels: labels[0])
def test_the_order_of_the_outputs_is_read_from_the_model(tmp_path: Path, labels: list[str]) -> None:
    judge = onnx_cross_encoder(str(write_model(tmp_path / "tiny", labels)), batch_size=2)
    denied = TextPair(a="the gate is open", b="the gate is not open")
    same = TextPair(a="the gate is open", b="the gate is open")
    scores = judge.score([denied, same, denied, same, same])
    assert [one.probability > 0.5 for one in scores] == [True, False, True, False, False]
    assert judge.name == "onnx_cross_encoder:tiny"


def test_either_way_round_and_alone_or_in_a_batch_the_score_is_the_same(tmp_path: Path) -> None:
    judge = onnx_cross_encoder(str(write_model(tmp_path / "tiny", ORDERS[0])))
    pair = TextPair(a="the gate", b="the gate is not open")
    turned = TextPair(a=pair.b, b=pair.a)
    many = judge.score([pair, turned, TextPair(a="gate", b="gate")])
    assert many[0].probability == pytest.approx(many[1].probability)
    assert judge.score([pair])[0].probability == pytest.approx(many[0].probability)
    assert judge.score([]) == []


def test_a_model_of_a_fixed_width_is_given_that_width(tmp_path: Path) -> None:
    pairs = [TextPair(a="the gate is open", b="the gate is not open"), TextPair(a="the gate " * 9, b="not open")]
    fixed = onnx_cross_encoder(str(write_model(tmp_path / "fixed", ORDERS[0], width=12))).score(pairs)
    free = onnx_cross_encoder(str(write_model(tmp_path / "free", ORDERS[0]))).score(pairs)
    assert fixed[0].probability == pytest.approx(free[0].probability)
    assert 0 < fixed[1].probability < 1


@pytest.mark.parametrize(
    "labels", [{}, {"0": "LABEL_0", "1": "LABEL_1"}, {"0": "contradiction", "1": "self-contradiction"}]
)
def test_outputs_without_one_clear_name_are_refused(labels: dict[str, str]) -> None:
    with pytest.raises(ModelError, match="one output called contradiction"):
        find_contradiction(labels)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot load the judge's model"):
        onnx_cross_encoder(str(tmp_path)).score([TextPair(a="a", b="b")])


def test_judges_are_found_by_name() -> None:
    assert JUDGES.names() == ["cross_encoder", "language_model", "onnx_cross_encoder"]
    assert JUDGES.get("onnx_cross_encoder") is onnx_cross_encoder
    with pytest.raises(UnknownNameError, match="there are: cross_encoder"):
        JUDGES.get("oracle")
