"""History: when, for what stake and who played; turns with the table after them; pictures; people."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """Add to the log what is looked up without folding it."""
    added: tuple[tuple[str, sa.Column[Any]], ...] = (
        ("match", sa.Column("begun", sa.Integer)),
        ("match", sa.Column("stake", sa.Integer, nullable=False, server_default="0")),
        ("match", sa.Column("imported", sa.Integer, nullable=False, server_default="0")),
        ("match", sa.Column("gone", sa.Integer, nullable=False, server_default="0")),
        ("round", sa.Column("last_event", sa.Integer)),
        ("round", sa.Column("begun", sa.Integer)),
        ("round", sa.Column("ended", sa.Integer)),
        ("round", sa.Column("dealer", sa.Integer)),
        ("round", sa.Column("nagari", sa.Integer, nullable=False, server_default="0")),
        ("round", sa.Column("opening", sa.String)),
        ("round", sa.Column("deal", sa.String)),
    )
    for table, column in added:
        op.add_column(table, column)
    _turns()
    _people()


def _turns() -> None:
    op.create_table(
        "turn",
        sa.Column("match", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("said", sa.String),
    )
    op.create_table(
        "picture",
        sa.Column("match", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kept", sa.Integer, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("jpeg", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_picture_kept", "picture", ["kept"])


def _people() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("colour", sa.String, nullable=False),
    )
    op.create_table(
        "sitter",
        sa.Column("match", sa.Integer, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("from_round", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("person.id")),
    )
