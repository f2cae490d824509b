"""What settles a set of conflicting claims: policies, the order in which they are asked, and what becomes of records."""
