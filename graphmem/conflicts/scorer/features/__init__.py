"""What the scorer measures of a pair, one group a file; `vector.py` puts them together."""
