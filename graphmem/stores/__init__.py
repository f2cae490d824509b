"""Stores by the scheme of their URL: one module or package here is one kind of store."""

import re

from graphmem.errors import UnknownNameError, UsageError
from graphmem.registry import Registry
from graphmem.store_protocol import Store

STORES = Registry(package="graphmem.stores", what="kind of store", attribute="open_store")
_OTHER_SCHEMES = {"bolt": "neo4j"}
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9.-]*)(?:\+[A-Za-z0-9.+-]+)?://")


def open_store(url: str, *, fingerprint: str, dimension: int, create: bool = True, key: str | None = None) -> Store:
    """Open the store of that URL; fingerprint and dimension are those of the encoder in use ("" and 0 for none).

    With create, a store that does not exist yet is made. key is for a store that is one encrypted file, "" for a plain
    one; without it the environment's is taken. Stores on a server are encrypted there.
    Raises UsageError when the URL names no store, StoreError with the remedy when the store cannot be used.
    """
    found = _SCHEME.match(url)
    known = ", ".join(f"{name}://" for name in STORES.names())
    if not found:
        raise UsageError(f"{_shown(url)} is no store URL: write sqlite:///PATH, or one of {known}")
    name = found[1].lower()
    try:
        opener = STORES.get(_OTHER_SCHEMES.get(name, name))
    except UnknownNameError as error:
        raise UsageError(f"no kind of store is called {name!r}; there are: {known}") from error
    except ModuleNotFoundError as error:
        kind = _OTHER_SCHEMES.get(name, name)
        raise UsageError(
            f"stores at {name}:// need {error.name}, which is not installed: pip install 'graphmem[{kind}]'"
        ) from error
    extra = {"key": key} if key is not None and name == "sqlite" else {}
    store: Store = opener(url, fingerprint=fingerprint, dimension=dimension, create=create, **extra)
    return store


def _shown(url: str) -> str:
    """The URL as an error may show it: short, on one line, without a password."""
    return repr(re.sub(r"//[^/@\s]*@", "//…@", url)[:100])
