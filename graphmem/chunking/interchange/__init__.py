"""The interchange format: one JSON object a line, read strictly and written so that reading gives the same records.

`read_lines` parts a file into lines that are each good or named as bad; `to_fields` checks the fields of one;
`to_line` and `dump_line` write one.
"""

from graphmem.chunking.interchange.export import dump_line, to_line
from graphmem.chunking.interchange.fields import (
    FILE_DEFAULTS,
    KNOWN_FIELDS,
    LINE_DEFAULTS,
    FieldDefaults,
    RecordFields,
    to_fields,
)
from graphmem.chunking.interchange.lines import Line, parse_line, read_lines

__all__ = [
    "FILE_DEFAULTS",
    "KNOWN_FIELDS",
    "LINE_DEFAULTS",
    "FieldDefaults",
    "Line",
    "RecordFields",
    "dump_line",
    "parse_line",
    "read_lines",
    "to_fields",
    "to_line",
]
