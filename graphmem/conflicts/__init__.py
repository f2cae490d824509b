"""Detection: what two claims are to each other, what is known of slots, and conflicts found block by block."""
