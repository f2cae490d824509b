"""Confidence fitted anew from what reviewers decided."""

from pydantic import BaseModel

from graphmem.conflicts.calibration_error import CalibrationFigures
from graphmem.conflicts.calibration_fit import Label, refit
from graphmem.conflicts.comparer import is_judges
from graphmem.conflicts.strengths import judge_kind
from graphmem.governance.audit import append_audit
from graphmem.model.conflict import Conflict, ConflictStatus
from graphmem.model.ids import make_id
from graphmem.model.rows import ConflictRow, DecisionRow, MetaRow
from graphmem.model.scope import Role
from graphmem.services.sets import mark_dirty
from graphmem.services.slots import CALIBRATION, calibration_of
from graphmem.services.workspace import Workspace
from graphmem.store_protocol import Ledger

_SAID = {
    ConflictStatus.RESOLVED: True,
    ConflictStatus.DISMISSED: False,
    ConflictStatus.KEPT_BOTH: False,
}


class CalibrateAnswer(BaseModel, frozen=True):
    """How many decisions of people served as labels, and each touched curve's figures before and after."""

    labels: int
    version: str
    before: dict[str, CalibrationFigures]
    after: dict[str, CalibrationFigures]
    written: bool


def calibrate(ws: Workspace, *, dry_run: bool = False) -> CalibrateAnswer:
    """Fit every curve that people's decisions speak of anew, keep it for the tenant, and have its blocks compared."""
    ws.require(Role.OPERATOR)
    labels = ws.read(_labels)
    known = ws.read(calibration_of)
    version = make_id(
        "cal", known.version, len(labels), *sorted(f"{x.curve}{x.strength}{x.contradicts}" for x in labels)
    )
    fitted = refit(known, labels, version=version)

    def work(ledger: Ledger) -> None:
        ledger.put([MetaRow(id=CALIBRATION, body={"json": fitted.calibration.model_dump_json()})])
        mark_dirty(ledger, {row.conflict.block for row in ledger.find(ConflictRow)})
        append_audit(ledger, ws.now(), ws.actor, "calibrate", version, {"labels": len(labels)})

    if labels and not dry_run:
        ws.write(work)
    return CalibrateAnswer(
        labels=len(labels),
        version=version,
        before=fitted.before,
        after=fitted.after,
        written=bool(labels) and not dry_run,
    )


def curve_of(conflict: Conflict) -> str:
    """The curve that its confidence came from: that of its kind, and of the judge where no rule but a judge spoke."""
    return judge_kind(conflict.rule) if is_judges(conflict.rule) else str(conflict.kind)


def _labels(ledger: Ledger) -> list[Label]:
    decisions = {row.id: row.decision for row in ledger.find(DecisionRow, {"resolution_type": "human_confirmed"})}
    found = []
    for row in ledger.find(ConflictRow):
        conflict = row.conflict
        decision = decisions.get(conflict.decision_id or "")
        if decision is None or decision.undone_at is not None or conflict.status not in _SAID or not conflict.strength:
            continue
        label = Label(
            curve=curve_of(conflict),
            strength=conflict.strength,
            contradicts=_SAID[conflict.status],
            group=conflict.entity_id,
        )
        found.append(label)
    return found
