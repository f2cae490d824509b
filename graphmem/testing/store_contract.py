"""The contract of a store: inherit `StoreContract` and supply the fixture `store_url`."""

from graphmem.testing.store_concurrency import ConcurrencyContract
from graphmem.testing.store_decisions import DecisionContract
from graphmem.testing.store_ledger import LedgerContract
from graphmem.testing.store_neighbourhood import NeighbourhoodContract
from graphmem.testing.store_oracle import OracleContract
from graphmem.testing.store_scope import ScopeContract
from graphmem.testing.store_text import TextLegContract
from graphmem.testing.store_time import TimeContract
from graphmem.testing.store_upkeep import UpkeepContract
from graphmem.testing.store_vector import VectorLegContract


class StoreContract(
    LedgerContract,
    TextLegContract,
    VectorLegContract,
    ScopeContract,
    TimeContract,
    DecisionContract,
    NeighbourhoodContract,
    OracleContract,
    UpkeepContract,
    ConcurrencyContract,
):
    """Every promise of the Store protocol is tested; there are no optional parts."""
