"""One policy a file: each says whom it holds to be right in a set, or why it has nothing to say."""
