"""One rule a file: what it says of two claims of one entity and slot; found by name through the registry."""
