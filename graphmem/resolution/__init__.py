"""What settles a set of conflicting claims: policies, their order, and what becomes of records."""
