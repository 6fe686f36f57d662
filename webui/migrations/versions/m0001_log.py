"""The event log with its index of rounds, as the first Hwatupan wrote it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    """Make the tables in an empty record."""
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("rules", sa.String, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("dealer", sa.Integer),
    )
    op.create_table(
        "round",
        sa.Column("match", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("first_event", sa.Integer, nullable=False),
        sa.Column("result", sa.String),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match", sa.Integer, sa.ForeignKey("match.id"), nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_event_match", "event", ["match"])
    op.create_table(
        "choice",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
