"""Alembic migrations; `praefectus.server.migrate` runs them."""
