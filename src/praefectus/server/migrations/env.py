"""Alembic's entry: runs the migrations on the connection that `praefectus.server.migrate` hands over."""

from alembic import context

from praefectus.server.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite can't alter columns in place.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
