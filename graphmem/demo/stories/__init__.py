"""One story a file; the function of that name tells it."""
