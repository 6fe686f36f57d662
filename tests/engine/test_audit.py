"""The audit of a known table: honest turns pass, each planted foul is named."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.alerts import AlertCode
from engine.audit import HandBook, judge_book, judge_deal, judge_ledger
from engine.audit_turn import Scene, judge_turn, stacks_seen
from engine.bots import choose_any
from engine.cards import Face, parse_face
from engine.round import Round, apply_legal, deal
from engine.rules import RuleSet, ruleset
from engine.table import Stack, Table
from tests.builders import faces
from tests.mixes import random_rules

KS = RuleSet()
RULES = {
    "48 cards": KS,
    "bonus cards": ruleset(options={"bonus_cards": ["bonus2", "bonus3"], "bonus_steals": True}),
    "two-card bombs": ruleset(options={"two_card_bomb": "double"}),
    "family": ruleset("family_hwatu"),
    "pairs may be left": ruleset(options={"must_capture": False}),
    "change for a double": ruleset(options={"steal_change": True, "bonus_cards": ["bonus2", "bonus3"]}),
}


def scene(table: Table, *, counted: bool = True) -> Scene:
    return Scene(table, table.hands, table.stock) if counted else Scene(table)


def turns(rules: RuleSet, rounds: int) -> Iterator[tuple[Round, Round]]:
    """Every turn of some rounds of chance: the state before the last action of it, and the state after."""
    for seed in range(rounds):
        rng = random.Random(seed)
        state = deal(rng, 2 + seed % 2, rules)
        while state.result is None:
            after = apply_legal(state, choose_any(state, rng))
            if after.last is not state.last:
                yield state, after
            state = after


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("name", RULES)
def test_honest_turns_are_explained(name: str, counted: bool) -> None:
    rules = RULES[name]
    for before, after in turns(rules, 12):
        one, two = scene(before.table, counted=counted), scene(after.table, counted=counted)
        found = judge_turn(one, two, before.turn, rules)
        assert found.code is None, (before.table, after.table)


@pytest.mark.parametrize("seed", range(25))
def test_honest_turns_are_explained_whatever_the_house_rules(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    rng = random.Random(seed)
    state = deal(rng, rng.choice((2, 3)), rules)
    while state.result is None:
        before, state = state, apply_legal(state, choose_any(state, rng))
        if state.last is not before.last:
            found = judge_turn(scene(before.table), scene(state.table), before.turn, rules)
            assert found.code is None, (before.table, state.table)


def test_without_word_of_stacks_a_bonus_lies_on_the_only_one() -> None:
    loose, stacks = stacks_seen(faces("08-bright 05-animal 05-junk 05-ribbon bonus2"), None)
    assert (loose, stacks) == (faces("08-bright"), (Stack(faces("05-animal 05-junk 05-ribbon"), None,
                                                          faces("bonus2")),))
    assert stacks_seen(faces("08-bright bonus2"), None) == (faces("08-bright bonus2"), ())


def test_a_forgotten_steal_is_owed_and_a_missed_flip_is_skipped() -> None:
    seen = set[str]()
    for before, after in turns(KS, 30):
        assert after.last is not None
        result, seat = after.last.result, before.turn
        if any(result.stolen.values()):
            piles = [pile + result.stolen.get(s, ()) for s, pile in enumerate(after.table.piles)]
            for cards in result.stolen.values():
                piles[seat] = tuple(without(piles[seat], cards))
            kept = replace(after.table, piles=tuple(piles))
            found = judge_turn(scene(before.table), scene(kept), seat, KS)
            assert (found.code, found.owed) == (
                AlertCode.STEAL_OWED, {s: len(cards) for s, cards in result.stolen.items() if cards})
            seen.add("steal")
        elif not result.captured and before.table.stock and after.last.play.hand:
            flip = after.last.play.flip[-1]
            loose = tuple(without(after.table.loose, (flip,))) if flip in after.table.loose else after.table.loose
            if result.stack is None:
                skipped = replace(after.table, loose=loose, stock=before.table.stock)
                assert judge_turn(scene(before.table), scene(skipped), seat, KS).code is AlertCode.FLIP_SKIPPED
                seen.add("flip")
    assert seen == {"steal", "flip"}


def without(cards: tuple[Face, ...], gone: tuple[Face, ...]) -> list[Face]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


FLOOR, PILE, OTHER = "05-junk 08-bright 03-junk 11-junk", "01-junk 01-junk 02-animal", "04-junk 06-ribbon 06-junk"


def judged(floor: str, own: str = "", other: str = OTHER, *, laid: int = 1, flipped: int = 1,
           rules: RuleSet = KS) -> AlertCode | None:
    before = Table(faces(FLOOR), (), (faces(PILE), faces(OTHER)), (8, 8), 16, (0, 0))
    after = Table(faces(floor), (), (faces(f"{PILE} {own}"), faces(other)), (8 - laid, 8), 16 - flipped, (0, 0))
    return judge_turn(scene(before), scene(after), 0, rules).code


@pytest.mark.parametrize(("floor", "own", "more", "code"), [
    ("08-bright 03-junk 11-junk 09-ribbon", "05-animal 05-junk", {}, None),
    ("05-junk 03-junk 11-junk 09-ribbon", "05-animal 08-bright", {}, "MONTH_MISMATCH"),
    ("08-bright 11-junk 09-ribbon", "05-animal 05-junk 03-junk", {}, "EXTRA_TABLE_CARD"),
    ("08-bright 03-junk 11-junk", "05-animal 05-junk 05-ribbon", {}, "PPEOK_TAKEN"),
    ("08-bright 03-junk 09-ribbon", "05-animal 05-junk 11-djunk 11-junk", {"laid": 2}, "TWO_CARDS_PLAYED"),
    ("08-bright 03-junk 11-junk 09-ribbon 10-ribbon", "05-animal 05-junk", {"flipped": 2}, "DOUBLE_FLIP"),
    ("08-bright 03-junk 11-junk", "05-animal 05-junk", {"flipped": 0}, "FLIP_SKIPPED"),
    ("05-junk 05-animal 08-bright 03-junk 11-junk 09-ribbon", "", {}, "CAPTURE_MISSED"),
    ("08-bright 03-junk 11-junk 02-animal", "05-animal 05-junk", {}, "DUPLICATE_CARD"),
    ("08-bright 03-junk 11-junk 09-ribbon", "05-animal 05-junk 04-junk", {"other": "06-ribbon 06-junk"}, "EXTRA_STEAL"),
    ("08-bright 03-junk 11-junk 09-ribbon", "05-animal 05-junk 06-ribbon", {"other": "04-junk 06-junk"},
     "CAPTURED_PILE_TAMPER"),
    (FLOOR, "09-ribbon 09-junk", {}, "STEAL_OWED"),
    (FLOOR, "09-ribbon 09-junk 06-ribbon", {"other": "04-junk 06-junk"}, "WRONG_CARD_STOLEN"),
    ("05-junk 03-junk 11-junk", "", {"laid": 0, "flipped": 0}, "CARD_MISSING"),
])
def test_a_foul_is_named(floor: str, own: str, more: dict[str, object], code: str | None) -> None:
    assert judged(floor, own, **more) == code  # type: ignore[arg-type]


def test_part_of_a_stack_taken_breaks_it() -> None:
    cards = [parse_face(code) for code in ("05-animal", "05-ribbon", "05-junk")]
    before = Table(faces("08-bright"), (Stack(tuple(cards), 1),), ((), faces("01-junk")), (8, 8), 16, (0, 0))
    after = Table(faces("08-bright 05-junk 09-ribbon"), (), (faces("05-junk 05-animal 05-ribbon"), faces("01-junk")),
                  (7, 8), 15, (0, 0))
    assert judge_turn(scene(before), scene(after), 0, KS).code is AlertCode.STACK_BROKEN


def test_the_hand_book_counts_bombs_and_draw_only_turns() -> None:
    book = HandBook((4, 4), bombs=(1, 0), tokens=(2, 0))
    assert judge_book(2, book, (4, 6), 12, KS).code is None
    assert judge_book(2, replace(book, tokens=(0, 0)), (6, 6), 12, KS).code is None
    assert judge_book(2, book, (5, 6), 12, KS).code is AlertCode.HAND_COUNT
    assert judge_book(2, book, (4, 6), 13, KS).code is AlertCode.FLIP_SKIPPED


def test_deal_totals_and_payments() -> None:
    assert judge_deal(3, (7, 7, 7), 6, 21, KS).code is None
    assert judge_deal(3, (7, 8, 7), 6, 20, KS).code is AlertCode.MISDEAL
    assert judge_ledger(due=(9, -6, -3), paid=(9, -6, -3)).code is None
    assert judge_ledger(due=(9, -6, -3), paid=(8, -6, -2)).code is AlertCode.UNDERPAID
    assert judge_ledger(entries=(9, -6, -2)).code is AlertCode.LEDGER_NOT_ZERO
