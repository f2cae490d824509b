"""Tell people in the log of the process."""

import logging

from graphmem.orchestration.notifiers import Notice


def log(notice: Notice) -> None:
    """A line with the counts, and one for each item."""
    logger = logging.getLogger("graphmem.notices")
    logger.warning("%s: %d new, %d waiting", notice.event, notice.new, notice.waiting)
    for item in notice.items:
        logger.warning("%s: %s", notice.event, item.review or item.id)
