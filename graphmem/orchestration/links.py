"""Links out of Dagster: an item that waits, a record, a conflict in Neo4j Browser; what is not set is not linked."""

import os
from urllib.parse import quote

import dagster as dg

from graphmem.errors import UsageError

REVIEW, RECORD, BROWSER = "GRAPHMEM_REVIEW_URL", "GRAPHMEM_RECORD_URL", "GRAPHMEM_NEO4J_BROWSER_URL"


class LinksResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Addresses of an item that waits for a person (GRAPHMEM_REVIEW_URL) and of a record (GRAPHMEM_RECORD_URL), with
    `{id}` where its id belongs, and of Neo4j Browser (GRAPHMEM_NEO4J_BROWSER_URL). What is not set is not linked."""

    review_url: str = ""
    record_url: str = ""
    browser_url: str = ""

    def review_item(self, item_id: str) -> str | None:
        """Address at which an item is settled. Raises UsageError for a setting without `{id}`."""
        return _filled(REVIEW, self.review_url, item_id)

    def record(self, record_id: str) -> str | None:
        """Address at which a record is shown. Raises UsageError for a setting without `{id}`."""
        return _filled(RECORD, self.record_url, record_id)

    def browser_query(self, query: str) -> str | None:
        """Address that opens Neo4j Browser with a query in its editor."""
        base = self.browser_url or os.environ.get(BROWSER, "")
        return f"{base}?cmd=edit&arg={quote(query, safe='')}" if base else None

    def conflict_in_browser(self, conflict_id: str) -> str | None:
        """Address that shows a conflict with its records and claims in Neo4j Browser."""
        return self.browser_query(f"MATCH path = (:Conflict {{id: '{conflict_id}'}})-[*1..2]-() RETURN path LIMIT 50")


def _filled(variable: str, field: str, id_: str) -> str | None:
    template = field or os.environ.get(variable, "")
    if template and "{id}" not in template:
        raise UsageError(f"{variable} is {template!r}; write {{id}} where the id belongs")
    return template.replace("{id}", quote(id_, safe="")) if template else None
