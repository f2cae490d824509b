"""How long memory is kept, who changed it, and how it is taken back."""
