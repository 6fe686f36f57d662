"""The judge of `observe` cases: what was seen before and after one change, as JSON, to a verdict of the audit."""

from __future__ import annotations

from typing import Any

from engine.audit import (
    FINE,
    Claim,
    HandBook,
    Verdict,
    first,
    found_cards,
    judge_book,
    judge_claim,
    judge_deal,
    judge_ledger,
)
from engine.audit_turn import Scene, judge_turn, stacks_seen
from engine.cards import Face
from engine.judges_values import Json, faces, filled, listed, names, piles_of, stacks_of
from engine.rules import RuleSet
from engine.table import Table


def judge_observe(given: Json, rules: RuleSet) -> Json:
    """Return the violation code (None: nothing is wrong), its certainty, junk owed, and the turn if it is explained."""
    verdict = _verdict(filled(given["before"]), given.get("after") or {}, rules)
    hand, flip = names(verdict.hand), names(verdict.flip)
    return {"violation": None if verdict.code is None else str(verdict.code), "certainty": str(verdict.certainty),
            "owed": {str(seat): count for seat, count in verdict.owed.items()},
            "hand": hand[0] if len(hand) == 1 else hand, "flip": flip[0] if len(flip) == 1 else flip}


def _verdict(before: Json, after: Json, rules: RuleSet) -> Verdict:
    phase = before.get("phase")
    if "claim" in before:
        return judge_claim(_claim(before), before["players"], rules)
    if "entries" in before or "due" in before:
        return judge_ledger(before.get("entries", ()), before.get("due", ()), before.get("paid", ()))
    if phase == "dealt":
        floor = before.get("table_count", len(before["table"]) if "table" in before else None)
        return judge_deal(before["players"], before.get("hand_counts", ()), floor, before.get("stock_count"), rules)
    if after.get("table") is not None or after.get("captured") is not None:
        after = {key: before[key] for key in ("table", "captured", "players") if key in before} | after
        turn = before.get("turn", 0)
        passed = after.get("turn", turn) != turn
        return judge_turn(_scene(before), _scene(after), turn, rules, _bonus(before, rules), passed=passed)
    return _still(before, rules)


def _claim(before: Json) -> Claim:
    turn = int(before.get("turn") or 0)
    points = int(before.get("card_points") or before.get("score") or 0)
    floor = faces(before["table"]) if "table" in before else None
    return Claim(
        before["claim"], int(before.get("claimant", turn)), turn, points,
        before.get("go", 0), before.get("last_go_score"), before.get("turns_left", 1), faces(before.get("shown", ())),
        tuple(before.get("shaken_months", ())), floor, before.get("declared", 0), before.get("shakes", 0),
        before.get("bombs", 0), before.get("nagari_before", 0))


def _bonus(before: Json, rules: RuleSet) -> tuple[Face, ...] | None:
    """The bonus cards of the deck; None if the case does not say, then any may lie there."""
    if "bonus_cards" in before:
        return faces(before["bonus_cards"])
    return rules.bonus_cards or None


def _scene(given: Json) -> Scene:
    players = given["players"]
    said = stacks_of(given["stacks"]) if "stacks" in given else None
    loose, stacks = stacks_seen(faces(given.get("table", ())), said)
    tokens = tuple(given.get("tokens", (0,) * players))
    hands, stock = given.get("hand_counts"), given.get("stock_count")
    table = Table(loose, stacks, piles_of(given.get("captured", {}), players), tuple(hands or ()), stock or 0, tokens)
    return Scene(table, None if hands is None else tuple(hands), stock)


def _still(before: Json, rules: RuleSet) -> Verdict:
    """Nothing moved: the cards that lie open and the counts must agree with the deck and the book."""
    players, found = before["players"], list[Verdict]()
    loose, stacks = faces(before.get("table", ())), stacks_of(before.get("stacks", ()))
    piles: Any = piles_of(before.get("captured", {}), players)
    cards = [*loose, *(card for pile in piles for card in pile), *(c for s in stacks for c in s.cards + s.bonus)]
    cards += faces(listed(before.get("played")))
    whole = before.get("phase") in ("hand_end", "end", "count") and "captured" in before
    found += found_cards(cards, loose, _bonus(before, rules), whole=whole)
    if "turns_done" in before:
        book = HandBook(
            tuple(before["turns_done"]), tuple(before.get("bombs", ())), tuple(before.get("two_card_bombs", ())),
            tuple(before["tokens"]) if "tokens" in before else None, before.get("bonus_flips", 0))
        found.append(judge_book(players, book, before.get("hand_counts", ()), before.get("stock_count"), rules))
    return first([verdict for verdict in found if verdict.code is not None] or [FINE])
