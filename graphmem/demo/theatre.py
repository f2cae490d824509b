"""The stage of a story: a tenant of its own, empty when the story begins."""

from graphmem.memory import Memory
from graphmem.model.rows import RecordRow
from graphmem.model.scope import GLOBAL, Principal, Role, Sensitivity
from graphmem.services.erasure import erase_chosen


def open_stage(url: str, tenant: str) -> Memory:
    """Open the tenant of a story and clear what an earlier telling left in it."""
    principal = Principal(
        tenant=tenant, namespaces=(GLOBAL,), roles=frozenset(Role), clearance=Sensitivity.INTERNAL, name="demo"
    )
    memory = Memory.open(url, principal)
    left = memory.workspace.read(lambda ledger: ledger.find(RecordRow))
    if left:
        erase_chosen(memory.workspace, left)
    return memory
