"""PostgreSQL with pgvector from a wheel, for a machine that has none. The verbs stand in `server`.

Imports nothing: the guard lives as long as the database does, and stays small.
"""
