"""The words of graphmem as frozen types: no I/O, no logic beyond their own consistency."""
