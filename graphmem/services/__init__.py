"""What `Memory` does, one service a file: each composes stages over a store."""
