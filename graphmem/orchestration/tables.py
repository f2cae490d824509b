"""Tables and plotted numbers that people look at in the asset pages: ids and counts, never text of records."""

from collections.abc import Mapping, Sequence

import dagster as dg

Cell = str | int | float
Row = dict[str, Cell]
Metadata = dict[str, dg.MetadataValue | str | int | float]
_MOST_ROWS = 200


def table(columns: Mapping[str, str], rows: Sequence[Mapping[str, Cell]]) -> dg.TableMetadataValue:
    """A table; columns are names with their types (`string`, `int`, `float`)."""
    schema = dg.TableSchema(columns=[dg.TableColumn(name=name, type=kind) for name, kind in columns.items()])
    records = [dg.TableRecord({name: row[name] for name in columns}) for row in rows[:_MOST_ROWS]]
    return dg.MetadataValue.table(records=records, schema=schema)


def slowest_stages(context: dg.OpExecutionContext | dg.AssetExecutionContext) -> dg.TableMetadataValue:
    """The steps of this run that have ended, slowest first."""
    stats = context.instance.get_run_step_stats(context.run.run_id)
    ended = [s for s in stats if s.start_time and s.end_time]
    rows: list[Row] = [
        {"stage": s.step_key, "seconds": round((s.end_time or 0) - (s.start_time or 0), 3)} for s in ended
    ]
    return table(
        {"stage": "string", "seconds": "float"}, sorted(rows, key=lambda r: (-float(r["seconds"]), r["stage"]))
    )
