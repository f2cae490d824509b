"""Legal holds: what may be neither erased nor left to expire until the hold is lifted."""

from pydantic import AwareDatetime, BaseModel

from graphmem.model.record import Record


class LegalHold(BaseModel, frozen=True):
    """A hold by name on all records, present and to come, that match every selector given; None selects nothing away.

    record is a record's id. namespaces None is the whole tenant.
    """

    name: str
    record: str | None = None
    subject: str | None = None
    source: str | None = None
    agent: str | None = None
    namespaces: tuple[str, ...] | None = None
    reason: str = ""
    resolver: str
    at: AwareDatetime

    def covers(self, record: Record) -> bool:
        """Whether the record is held by it."""
        return (
            self.record in {None, record.id}
            and (self.subject is None or self.subject in record.subjects)
            and self.source in {None, record.source_id}
            and self.agent in {None, record.agent_id}
            and (self.namespaces is None or record.namespace in self.namespaces)
        )
