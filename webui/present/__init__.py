"""From snapshots to finished words and numbers, one module for each part of the page. Pure."""

from __future__ import annotations

from webui.present.cards import card_view, deck_view, seen_view
from webui.present.looking import eyes_view
from webui.present.page import page_view
from webui.present.prompts import answers
from webui.present.teller import Teller, teller
from webui.present.turns import mended

__all__ = ["Teller", "answers", "card_view", "deck_view", "eyes_view", "mended", "page_view", "seen_view", "teller"]
