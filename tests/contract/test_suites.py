"""Contract suites lose no test to another of the same name."""

from collections import Counter

from graphmem.testing.store_contract import StoreContract


def test_no_two_parts_of_the_store_contract_share_a_test_name() -> None:
    parts = [part for part in StoreContract.__mro__ if part.__name__.endswith("Contract") and part is not StoreContract]
    names = Counter(name for part in parts for name in vars(part) if name.startswith("test_"))
    assert len(parts) > 5
    assert [name for name, count in names.items() if count > 1] == []
