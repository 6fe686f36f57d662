"""The engine's errors: each says what is wrong, where, and what to do next."""

from __future__ import annotations


class EngineError(Exception):
    """Base of every error that the engine raises on purpose."""


class NotationError(EngineError):
    """Text that is no card, table, turn or game."""


class IllegalPlay(EngineError):
    """A play that the rules refuse; the message names the rule."""


class RuleSetError(EngineError):
    """An unknown preset or option, or a value that an option does not take."""


class CaseError(EngineError):
    """A file of rule cases that cannot be read."""


class TallyError(EngineError):
    """What people tell of a round cannot have been."""
