"""What may be indexed of a restricted record: a description made of its metadata alone."""

from graphmem.model.record import Record


def describe_record(record: Record) -> str:
    """One line of content type, tier, source id and kind, agent, date and outcome; nothing of the content."""
    parts = [f"restricted {str(record.content_type).replace('_', ' ')}", f"tier {record.tier}"]
    if record.source is not None:
        parts.append(f"source {record.source.id}" + (f" ({record.source.kind})" if record.source.kind else ""))
    if record.agent_id:
        parts.append(f"agent {record.agent_id}")
    if record.observed_at is not None:
        parts.append(f"dated {record.observed_at.date().isoformat()}")
    if record.outcome is not None:
        parts.append(f"outcome {record.outcome}")
    return ", ".join(parts)
