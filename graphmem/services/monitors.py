"""What the sweep watches."""

from graphmem.services.workspace import Workspace


def watch(ws: Workspace) -> list[str]:
    """Alerts of this night, each one line."""
    return []
