"""A round that people count by hand: the seats as on the table screen, and the settlement line by line. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.cards import DECK, Face, Kind
from engine.deal import next_dealer
from engine.four import rules_of_three
from engine.referee import start
from engine.rules import RuleSet
from engine.score import score
from engine.settle import ResultKind
from engine.steal import CUP
from engine.table import Seat
from engine.tally import ANY_JUNK
from webui import views
from webui.counted import ENDS, Count, house_of, kept_result, scores, settled
from webui.present.cards import card_view
from webui.present.seats import GROUPS, group_views, line_views, missing_views
from webui.present.settlement import result_view
from webui.present.teller import Teller
from webui.texts import PLACES, Language


@dataclass(frozen=True, slots=True)
class CountView:
    """A round being counted: seats, cards that nobody has yet, how it may have ended, and the settlement."""

    seats: tuple[views.SeatView, ...]
    left: str
    ends: tuple[str, ...]
    cup: bool  # somebody has it, so where it counts may be chosen
    note: str
    result: views.ResultView | None

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)


def count_view(
    count: Count, rules: RuleSet, language: Language, names: Sequence[str] = (), balance: Sequence[int] = ()
) -> CountView:
    """The round in words; *balance*: what each seat has from rounds before. Raises WebError for what cannot be."""
    house = house_of(count, rules)
    tell = Teller(start(house, count.players, count.dealer), language, tuple(names))
    seats = tuple(_seat(count, seat, tell, balance) for seat in range(count.players))
    told = sum(len(count.piles[seat]) for seat in count.active)
    left = tell.say("count.left", count=max(0, len(DECK) + len(rules.bonus_cards) - told))
    known = {ResultKind.THREE_PPEOK: rules.three_ppeok != "off"}
    ends = tuple(str(end) for end in ENDS if known.get(end, True) and end is not ResultKind.NAGARI)
    cup = any(CUP in pile for pile in count.piles)
    return CountView(seats, left, ends, cup, _note(count, house, tell), _result(count, rules, tell))


def _seat(count: Count, seat: Seat, tell: Teller, balance: Sequence[int]) -> views.SeatView:
    house, pile = tell.game.rules, count.piles[seat]
    counted = scores(count, house)[seat]
    plays = seat in count.active
    return views.SeatView(
        seat=seat,
        name=tell.who(seat),
        place=PLACES[count.players][seat],
        points=counted.total,
        balance=balance[seat] if seat < len(balance) else 0,
        lines=line_views(counted, tell),
        missing=missing_views(seat, count.piles, tell) if plays and pile and count.end is None else (),
        groups=group_views(_named(pile), counted, tell),
        hand=None,
        dealer=False,
        turn=False,
        human=True,
        go=count.gos.count(seat),
        tags=() if plays else (tell.say("count.sits_out"),),
        factor=1,
    )


def _named(pile: tuple[Face, ...]) -> tuple[Face, ...]:
    """The cards that can be shown: a junk of no month has no picture."""
    return tuple(card for card in pile if card != ANY_JUNK)


def _note(count: Count, house: RuleSet, tell: Teller) -> str:
    target = house.target(len(count.active))
    if count.winner is None or count.end is not ResultKind.STOP or scores(count, house)[count.winner].total >= target:
        return ""
    return tell.say("tally.below", target=target)


def _result(count: Count, rules: RuleSet, tell: Teller) -> views.ResultView | None:
    result = settled(count, rules)
    if result is None:
        return None
    follows = ""
    if count.winner is not None and rules.next_dealer == "winner":
        follows = tell.say("count.next", who=tell.who(next_dealer(count.dealer, count.winner, count.players, rules)))
    return replace(result_view(result, tell), next=follows)


def kept_view(
    line: Mapping[str, Any], players: int, rules: RuleSet, language: Language, names: Sequence[str]
) -> tuple[views.ResultView, tuple[tuple[str, tuple[views.GroupView, ...]], ...]]:
    """A kept round of which only the end is known: the settlement, and each seat's name and cards."""
    result = kept_result(line)
    house = rules_of_three(rules) if players == 4 else rules
    tell = Teller(start(house, players), language, tuple(names))
    groups = (group_views(_named(pile), score(pile, house), tell) for pile in result.captured)
    return replace(result_view(result, tell), next=""), tuple(zip(names, groups, strict=False))


def whole_deck(language: Language, rules: RuleSet) -> tuple[views.GroupView, ...]:
    """Every card of the deck to tap, by kind as captured cards lie; equal junk is there twice."""
    kept: dict[str, list[views.CardView]] = {"bright": [], "animal": [], "ribbon": [], "junk": []}
    copies: dict[str, int] = {}
    for face in sorted((*DECK, *rules.bonus_cards), key=lambda one: (one.kind is Kind.BONUS, one)):
        number = copies[str(face)] = copies.get(str(face), 0) + 1
        kept[GROUPS[face.kind]].append(card_view(face, language, copy=min(number, 2)))
    teller = Teller(start(rules, 2), language)
    return tuple(
        views.GroupView(kind, teller.say(f"group.{kind}"), tuple(cards), len(cards)) for kind, cards in kept.items()
    )
