"""Commands, one a file; the object called `command` is the command."""
