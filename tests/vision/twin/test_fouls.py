"""Fouls on the virtual table: each lies there as its code says, whoever plays, and the truth tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from engine.alerts import HIGHEST, AlertCode
from engine.cards import COPIES, parse_face
from tests.vision.twin.planned import Game, Lying, plan, take_in
from vision.twin import rehearse
from vision.twin.director import Json
from vision.twin.mishaps import FOULS
from vision.twin.motion import Move

INPUT_ONLY = {"FALSE_GO", "FALSE_STOP", "CLAIM_OUT_OF_TURN", "SCORE_MISDECLARED", "UNDERPAID", "LEDGER_NOT_ZERO"}
DEALS = {"MISDEAL", "BONUS_UNRESOLVED", "NO_CUT", "DEAL_ORDER"}
AFTERWARDS = {"CARD_MISSING", "CAPTURED_PILE_TAMPER"}  # cards move after the turn itself
SEED = 2


def months(faces: Counter[str]) -> Counter[int]:
    return sum((Counter({parse_face(face).month: n}) for face, n in faces.items()), Counter[int]())


def foul_of(game: Game) -> Json:
    foul, *_ = game.told["fouls"]
    return foul


def turn_of(game: Game) -> Json:
    """The turn in which the foul was committed."""
    return next(t for t in reversed(game.told["turns"]) if t["start"] <= foul_of(game)["rest"])


def test_every_code_that_a_camera_can_see_is_on_film() -> None:
    assert set(FOULS) == {str(code) for code in AlertCode} - INPUT_ONLY
    assert list(FOULS) == [str(code) for code in HIGHEST if str(code) in FOULS]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("code", FOULS)
def test_every_foul_can_be_played_and_is_told(code: str, players: int) -> None:
    game = plan(players, (code,), seed=SEED)
    foul = foul_of(game)
    assert foul["code"] == code
    assert (foul["seat"] is None) == (code == "BACK_ANOMALY")
    assert foul["seat"] is None or foul["seat"] != game.told.get("sits_out")
    assert foul["start"] <= foul["rest"] < foul["until"] <= game.film.end + 0.001
    assert game.film.end - foul["until"] < 20


def test_a_debt_is_told_for_each_who_does_not_give_and_ends_with_the_next_turn_of_who_should_have_it() -> None:
    game = plan(4, ("STEAL_OWED",), seed=SEED)
    turn, fouls = turn_of(game), game.told["fouls"]
    assert [foul["seat"] for foul in fouls] == [int(seat) for seat in turn["stolen"]]
    after = next(t for t in game.told["turns"] if t["n"] > turn["n"] and t["seat"] == turn["seat"])
    assert all(foul["until"] == pytest.approx(after["rest"] + 2.0, abs=0.01) for foul in fouls)


@pytest.mark.parametrize("code", [code for code in FOULS if code not in DEALS])
def test_after_a_foul_the_table_is_what_the_turns_say(code: str) -> None:
    """Cards of turns before and after it are where they should be; the foul is a fact."""
    game = plan(3, (code,), seed=SEED)
    foul, told = foul_of(game), game.told
    floor, piles = Counter(told["floor"]), [Counter[str]() for _ in range(3)]
    for turn in told["turns"]:
        take_in(turn, floor, piles)
        if code in AFTERWARDS and turn["rest"] >= foul["start"] - 2:
            break
        lying = game.at(turn["rest"] + 0.05)
        assert (lying.floor, list(lying.piles)) == (+floor, [+pile for pile in piles])


@pytest.mark.parametrize("code", ["DUPLICATE_CARD", "OUT_OF_TURN", "MISDEAL"])
def test_same_seed_same_foul(code: str) -> None:
    plan.cache_clear()
    first = plan(2, (code,), seed=4)
    plan.cache_clear()
    second = plan(2, (code,), seed=4)
    assert first is not second
    assert first.told == second.told
    assert first.moves == second.moves


def test_another_seed_chooses_another_moment() -> None:
    fouls = [foul_of(plan(2, ("EXTRA_TABLE_CARD",), seed=seed)) for seed in (2, 3, 4)]
    assert len({(foul["seat"], foul["start"]) for foul in fouls}) == 3


def test_a_foul_leaves_the_game_before_it_alone() -> None:
    honest, foul = plan(3, seed=SEED), plan(3, ("FLIP_SKIPPED",), seed=SEED)
    before = [t for t in foul.told["turns"] if t["rest"] < foul_of(foul)["start"]]
    assert before
    assert before == honest.told["turns"][: len(before)]


def before_and_after(game: Game) -> tuple[Lying, Lying]:
    foul = foul_of(game)
    return game.at(turn_of(game)["start"] - 0.01), game.at(foul["rest"] + 0.05)


def doubled(game: Game, before: Lying, after: Lying) -> bool:
    return [f for f, n in after.seen.items() if n > COPIES[parse_face(f)]] == turn_of(game)["hand"]


def foreign(game: Game, before: Lying, after: Lying) -> bool:
    return max(months(before.seen).values()) == 4 and max(months(after.seen).values()) == 5


def missing(game: Game, before: Lying, after: Lying) -> bool:
    gone = before.floor - after.seen
    return gone.total() == 1 and after.seen.total() == before.seen.total() + 1


def tampered(game: Game, before: Lying, after: Lying) -> bool:
    mine = foul_of(game)["seat"]
    lost, won = before.piles[mine] - after.piles[mine], after.piles[mine] - before.piles[mine]
    return lost.total() == 1 and lost <= after.floor and won >= before.floor & won and not before.seen - after.seen


def mismatched(game: Game, before: Lying, after: Lying) -> bool:
    return set(months(gained(game, before, after)).values()) == {1}


def gained(game: Game, before: Lying, after: Lying) -> Counter[str]:
    return after.piles[foul_of(game)["seat"]] - before.piles[foul_of(game)["seat"]]


def swept(game: Game, before: Lying, after: Lying) -> bool:
    return sum(n % 2 for n in months(gained(game, before, after)).values()) == 1


def ppeok(game: Game, before: Lying, after: Lying) -> bool:
    return 3 in months(gained(game, before, after)).values()


def broken(game: Game, before: Lying, after: Lying) -> bool:
    torn = [m for m, n in months(before.floor).items() if n == 3 and months(after.floor)[m] == 2]
    return len(torn) == 1


def two_laid(game: Game, before: Lying, after: Lying) -> bool:
    return len(turn_of(game)["hand"]) == 2 and before.stock - after.stock == 1 and new_cards(before, after) == 3


def new_cards(before: Lying, after: Lying) -> int:
    return after.seen.total() - before.seen.total()


def two_flipped(game: Game, before: Lying, after: Lying) -> bool:
    return before.stock - after.stock == 2 and new_cards(before, after) == 3


def wrong_seat(game: Game, before: Lying, after: Lying) -> bool:
    order = [t["seat"] for t in game.told["turns"] if t["start"] <= foul_of(game)["start"]]
    due = (order[-2] + 1) % 3
    return order[-1] == foul_of(game)["seat"] != due and game.told["turns"][len(order)]["seat"] == due


def unflipped(game: Game, before: Lying, after: Lying) -> bool:
    return before.stock == after.stock and new_cards(before, after) == 1


def uncaptured(game: Game, before: Lying, after: Lying) -> bool:
    return any(n == 2 and months(before.floor)[m] == 1 for m, n in months(after.floor).items())


def extra(game: Game, before: Lying, after: Lying) -> bool:
    return sum((b - a).total() for b, a in zip(before.piles, after.piles, strict=True)) == 1


def wrong_gift(game: Game, before: Lying, after: Lying) -> bool:
    lost = [b - a for b, a in zip(before.piles, after.piles, strict=True) if b - a]
    return any(not face.endswith("-junk") for faces in lost for face in faces)


def owed(game: Game, before: Lying, after: Lying) -> bool:
    stolen = turn_of(game)["stolen"]
    return len(stolen) > 0 and not any(stolen.values()) and not any(
        b - a for b, a in zip(before.piles, after.piles, strict=True))  # fmt: skip


def hand_short(game: Game, before: Lying, after: Lying) -> bool:
    turns = game.told["turns"]
    mine = [t for t in turns if t["seat"] == foul_of(game)["seat"]]
    return mine[-1]["hand"] == [] and len(mine[-1]["flip"]) == 1 and sum(len(t["hand"]) for t in mine) == 6


def peeked(game: Game, before: Lying, after: Lying) -> bool:
    foul = foul_of(game)
    lifted = [m for m in game.moves if foul["start"] < m.end < foul["until"] and 90 < m.b.turn < 170 and m.thing >= 0]
    return len(lifted) == 1 and before.stock - after.stock == 1


def odd(game: Game, before: Lying, after: Lying) -> bool:
    (card,) = game.film.director.props.odd
    return not after.poses[card].face_up and before.stock - after.stock == 1


def false_shake(game: Game, before: Lying, after: Lying) -> bool:
    (line,) = [line for line in game.film.director.inputs if line["say"] == "shake" and foul_of(game)["seat"] ==
               line["seat"] and line["seconds"] > foul_of(game)["start"]]  # fmt: skip
    return sorted(Counter(face[:2] for face in line["cards"]).values()) == [1, 2]


CHECKS: dict[str, Callable[[Game, Lying, Lying], bool]] = {
    "DUPLICATE_CARD": doubled, "FOREIGN_CARD": foreign, "CARD_MISSING": missing, "CAPTURED_PILE_TAMPER": tampered,
    "MONTH_MISMATCH": mismatched, "EXTRA_TABLE_CARD": swept, "PPEOK_TAKEN": ppeok, "STACK_BROKEN": broken,
    "TWO_CARDS_PLAYED": two_laid, "DOUBLE_FLIP": two_flipped, "OUT_OF_TURN": wrong_seat, "FLIP_SKIPPED": unflipped,
    "CAPTURE_MISSED": uncaptured, "EXTRA_STEAL": extra, "WRONG_CARD_STOLEN": wrong_gift, "STEAL_OWED": owed,
    "HAND_COUNT": hand_short, "PEEK": peeked, "BACK_ANOMALY": odd, "FALSE_SHAKE": false_shake,
}  # fmt: skip


@pytest.mark.parametrize("code", CHECKS)
def test_the_table_shows_the_foul(code: str) -> None:
    game = plan(3, (code,), seed=SEED)
    assert CHECKS[code](game, *before_and_after(game))


@pytest.mark.parametrize("code", [code for code in CHECKS if code not in ("FALSE_SHAKE", "BACK_ANOMALY", "PEEK")])
def test_an_honest_turn_shows_no_foul(code: str) -> None:
    """The checks above can fail: the turn before the foul does not pass them."""
    game = plan(3, (code,), seed=SEED)
    turns = [turn for turn in game.told["turns"] if turn["rest"] < turn_of(game)["start"]]
    honest = turns[-1]
    told = {**game.told, "turns": turns, "fouls": [{**foul_of(game), "seat": honest["seat"], "start": honest["start"],
                                                    "rest": honest["rest"]}]}  # fmt: skip
    game.film.director.rounds_told[0], kept = told, game.told
    try:
        if code != "OUT_OF_TURN":
            assert not CHECKS[code](game, *before_and_after(game))
    finally:
        game.film.director.rounds_told[0] = kept


def test_nobody_answers_an_implied_go() -> None:
    game = plan(2, ("GO_IMPLIED",), seed=SEED)
    foul = foul_of(game)
    after = next(turn for turn in game.told["turns"] if turn["start"] > foul["start"])
    assert after["seat"] != foul["seat"]
    said = [line for line in game.film.director.inputs if line["say"] in ("go", "stop")]
    assert not any(foul["start"] - 5 < line["seconds"] < after["start"] for line in said)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_misdeal_has_a_wrong_number_on_the_floor(players: int) -> None:
    game = plan(players, ("MISDEAL",), seed=SEED)
    right = 8 if players == 2 else 6
    assert abs(len(game.told["floor"]) - right) == 1
    lying = game.at(foul_of(game)["rest"] + 0.05)
    assert lying.floor.total() == len(game.told["floor"])
    in_hands = 20 if players == 2 else 21
    assert lying.stock == 48 - in_hands - lying.floor.total()
    assert game.told["turns"][0]["start"] - foul_of(game)["rest"] >= 3.5, "time to see it before the first card"


def test_a_bonus_card_stays_on_the_floor() -> None:
    game = plan(3, ("BONUS_UNRESOLVED",), seed=SEED)
    end = game.told["turns"][2]["rest"]
    assert game.told["floor"].count("bonus2") == 1
    assert game.at(end).floor["bonus2"] == 1
    assert game.film.director.mishaps.options() == {"bonus_cards": ["bonus2"]}


def packets(game: Game) -> list[Move]:
    first = game.told["turns"][0]["start"]
    return [m for m in game.moves if m.thing == -2 and m.start < first]


def test_without_a_cut_no_packet_is_lifted() -> None:
    honest, uncut = (plan(2, fouls, seed=SEED) for fouls in ((), ("NO_CUT",)))
    beside = [[m for m in packets(g) if m.b.z == 0 and m.a.x != m.b.x] for g in (honest, uncut)]
    assert len(packets(uncut)) < len(packets(honest))
    assert beside[0] != beside[1]


def test_packets_go_round_the_wrong_way() -> None:
    honest, wrong = (plan(3, fouls, seed=SEED) for fouls in ((), ("DEAL_ORDER",)))
    ways = [[(m.b.x, m.b.y) for m in packets(g) if m.leaves and m.count > 1][:3] for g in (honest, wrong)]
    assert ways[0] == ways[1][::-1]


def test_a_film_may_begin_in_mid_round() -> None:
    game = plan(2, ("EXTRA_TABLE_CARD",), seed=SEED, from_turn=5, seconds=40.0)
    sixth = game.told["turns"][4]
    assert game.film.start < sixth["start"] <= game.film.start + 2
    assert foul_of(game)["start"] > sixth["rest"]
    assert foul_of(game)["until"] <= game.film.start + 40 == game.film.end


@pytest.mark.parametrize(("players", "turn"), [(2, 4), (3, 6), (3, 9)])
def test_no_hand_is_over_the_table_when_a_film_begins_in_mid_round(players: int, turn: int) -> None:
    """Whoever begins to watch takes what lies there for the table."""
    for seed in (501, 502, 503):
        film = plan(players, seed=seed, from_turn=turn).film
        moves = [move for script in film.scripts for move in script.hands]
        assert not any(move.start <= film.start + 0.3 and film.start < move.end for move in moves)


def test_what_never_comes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearse, "GAMES", 3)
    with pytest.raises(ValueError, match=r"no turn has an occasion for HAND_COUNT.*try another seed"):
        plan(2, ("HAND_COUNT",), seed=SEED, seconds=20.0, from_turn=2)


@pytest.mark.parametrize(
    ("fouls", "slips", "from_turn", "words"),
    [(("CHEAT",), (), None, "no foul 'CHEAT'"), ((), ("sneeze",), None, "no clumsiness 'sneeze'"),
     (("NO_CUT",), (), 4, "begins with the deal")],
)  # fmt: skip
def test_unknown_wishes_are_refused(
    fouls: tuple[str, ...], slips: tuple[str, ...], from_turn: int | None, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        plan(2, fouls, slips, from_turn=from_turn)
