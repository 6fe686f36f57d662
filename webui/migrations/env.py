"""Alembic's entry: runs the steps on the connection that `webui.database` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
