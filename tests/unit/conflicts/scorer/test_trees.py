"""The model file and its evaluation, against scikit-learn."""

from pathlib import Path

import numpy as np
import pytest

from graphmem.conflicts.scorer.trees import convert_boosting, load_forest
from graphmem.errors import ModelError


def test_numpy_gives_what_scikit_learn_gives(tmp_path: Path) -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    draw = np.random.default_rng(3)
    rows = draw.normal(size=(400, 5)).round(2)
    truth = (rows[:, 0] * rows[:, 1] + 0.3 * rows[:, 2] > 0).astype(int)
    fitted = HistGradientBoostingClassifier(max_iter=20, random_state=0).fit(rows, truth)
    slope = np.array([0.5, 0, 0, 0, -1.0])
    forest = convert_boosting(fitted, tuple("abcde"), slope=slope, start=0.25)
    forest.save(tmp_path / "model.npz")
    read = load_forest(tmp_path / "model.npz")
    expected = (2 * fitted.decision_function(rows) + 0.25 + rows @ slope) / 3
    assert np.allclose(read.margin(rows), expected, atol=1e-12)
    assert np.allclose(read.margin(rows[7:8]), expected[7:8], atol=1e-12)


def test_rows_of_another_width_are_refused(tmp_path: Path) -> None:
    from importlib.resources import files

    forest = load_forest(Path(str(files("graphmem.conflicts.scorer") / "data" / "pair_scorer.npz")))
    with pytest.raises(ModelError, match="features, not 3"):
        forest.margin(np.zeros((2, 3)))


@pytest.mark.parametrize("content", [b"", b"not an archive"])
def test_a_damaged_model_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.npz").write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.npz"):
        load_forest(tmp_path / "broken.npz")
    with pytest.raises(ModelError, match=r"absent\.npz"):
        load_forest(tmp_path / "absent.npz")
