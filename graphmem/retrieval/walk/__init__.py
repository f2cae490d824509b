"""The walk: a small graph of records and names around a question, and personalised PageRank over it."""
