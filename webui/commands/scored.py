"""What `hwatupan score` prints beside the explained sum: JSON, rounds won at once, and the family game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.cards import DECK, Face
from engine.family import settle_family
from engine.rules import RuleSet
from engine.settle import ResultKind
from engine.tally import ANY_JUNK, Tally, tally_win
from webui.commands.console import CommandError
from webui.commands.piles import Pile
from webui.commands.piles import as_object as pile_as_object
from webui.tallied import family_explained, nets, steps
from webui.texts import Language, known, say

Json = dict[str, Any]


def as_object(found: Tally, rules: str, piles: Sequence[Pile], stake: int, language: Language) -> Json:
    """The object of ``score --json``."""
    settled = found.settlement
    assert settled.score is not None  # a tally has seen the winner's cards
    lines = [{"name": line.name, "label": known("line", line.name, language), "points": line.points,
              "cards": codes(line.cards)} for line in settled.score.lines]  # fmt: skip
    cup = found.cup and {"seat": found.cup.seat, "as": settled.cup_as[found.cup.seat],
                         "otherwise": {"as": found.cup.place, "net": list(found.cup.net)}}  # fmt: skip
    return {
        "rules": rules, "players": len(found.net), "target": found.target,
        "reached": settled.card_points >= found.target,
        "captured": [None if pile is None else codes(pile) for pile in found.told.piles],
        "lines": lines, "card_points": settled.card_points, "steps": steps(found, language), "final": settled.final,
        "losers": [_loser(found, seat) for seat in settled.baks], "cup": cup, "sold": list(found.sold),
        "net": list(found.net), "money": _money(found.net, stake),
        "read": [pile_as_object(pile) for pile in piles if pile.picture is not None],
    }  # fmt: skip


def _loser(found: Tally, seat: int) -> Json:
    settled, lost = found.settlement, found.settlement.lost.get(seat)
    has = lost and {"brights": lost.brights, "animals": lost.animals, "ribbons": lost.ribbons, "junk": lost.junk_value}
    return {"seat": seat, "has": has, "baks": list(settled.baks[seat]), "multiplier": settled.multipliers[seat],
            "due": found.due[seat], "pays": -settled.net[seat]}  # fmt: skip


def codes(cards: Sequence[Face]) -> list[str]:
    """Cards as text; ``"junk"`` for one of any month."""
    return ["junk" if card == ANY_JUNK else str(card) for card in cards]


def _money(net: Sequence[int], stake: int) -> list[int] | None:
    return [points * stake for points in net] if stake else None


def won(kind: ResultKind, players: int, rules: RuleSet, nagari: int, stake: int, language: Language, *,
        as_json: bool) -> Json | list[str]:  # fmt: skip
    """A round that was won at once."""
    net = tally_win(kind, players, rules, nagari)
    if as_json:
        return {"won": str(kind), "players": players, "net": list(net), "money": _money(net, stake)}
    return [say(f"score.{kind}", language), say("tally.no_cards", language), "", *nets(net, language, stake)]


def family(piles: Sequence[tuple[Face, ...]], players: int | None, rules: RuleSet, stake: int, language: Language,
           *, as_json: bool) -> Json | list[str]:  # fmt: skip
    """The family game counted: everybody's pile, of which the last may be left out: it is the rest of the deck.

    Raises CommandError where more than one is missing, or a card is too many.
    """
    rest = tuple(sorted((Counter(DECK) - Counter(card for pile in piles for card in pile)).elements()))
    missing = (players or len(piles) + bool(rest)) - len(piles)
    if missing > 1 or missing < 0 or not 2 <= len(piles) + missing <= 4:
        raise CommandError(say("score.family_piles", language))
    whole = [*piles, rest] if missing else list(piles)
    found = settle_family(whole, rules)
    if found.void:
        raise CommandError(say("score.family_void", language, why=found.void))
    if as_json:
        return {"target": found.target, "values": list(found.raw), "totals": list(found.totals),
                "net": list(found.balances), "money": _money(found.balances, stake)}  # fmt: skip
    told = family_explained(found, whole, language, stake)
    if missing:
        told = [say("score.family_rest", language, number=len(whole), count=len(rest)), "", *told]
    return told
