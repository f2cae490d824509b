"""Law: acts and articles, cross-references, defined terms, duties with addressees and conditions, dates of application.

Patterns, no parser: legal English is regular where it binds. Slots: `duty` (many; modality tells duty, permission and
prohibition apart), `means` (under its act), `applies to`, `applies from`, `applies until`, `enters into force`,
`repeals`, `replaces`, `amends`, `refers to`.
"""

from graphmem.extractors.regulatory.extractor import Regulatory

regulatory = Regulatory()

__all__ = ["Regulatory", "regulatory"]
