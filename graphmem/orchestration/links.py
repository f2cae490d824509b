"""Links out of Dagster: an item in the review console, a conflict in the Neo4j Browser."""

import os
from urllib.parse import quote

import dagster as dg


class LinksResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """Addresses of the review console (GRAPHMEM_CONSOLE_URL) and of the Neo4j Browser (GRAPHMEM_NEO4J_BROWSER_URL)."""

    console_url: str = ""
    browser_url: str = ""

    def review_item(self, item_id: str) -> str:
        """Address of an item in the review console."""
        return f"{self._console()}/review/{quote(item_id, safe='')}"

    def record(self, record_id: str) -> str:
        """Address of a record in the review console."""
        return f"{self._console()}/records/{quote(record_id, safe='')}"

    def _console(self) -> str:
        base = self.console_url or os.environ.get("GRAPHMEM_CONSOLE_URL", "") or "http://127.0.0.1:8000"
        return base.rstrip("/")

    def browser_query(self, query: str) -> str:
        """Address that opens the Neo4j Browser with a query in its editor."""
        base = self.browser_url or os.environ.get("GRAPHMEM_NEO4J_BROWSER_URL", "") or "http://127.0.0.1:7474/browser/"
        return f"{base}?cmd=edit&arg={quote(query, safe='')}"

    def conflict_in_browser(self, conflict_id: str) -> str:
        """Address that shows a conflict with its records and claims in the Neo4j Browser."""
        return self.browser_query(f"MATCH path = (:Conflict {{id: '{conflict_id}'}})-[*1..2]-() RETURN path LIMIT 50")
