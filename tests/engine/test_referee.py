"""The referee follows games that bots play, as perfect and as imperfect eyes report them."""

from collections import Counter

import pytest

from engine import events as ev
from engine.alerts import Level
from engine.cards import FACES, parse_face
from engine.observation import FLOOR, Observation, SeenCard
from engine.referee import (
    AlertRaised,
    Following,
    Game,
    Output,
    RoundResult,
    RoundStarted,
    StateNow,
    TurnSeen,
    start,
    step,
)
from engine.replay import fold, matters
from engine.rules import preset
from tests.observed import PERFECT, ROUGH, Film, Noise, turn_key

RULES = preset("korean_standard")


def follow(film: Film) -> tuple[Game, list[Output]]:
    game, said = start(film.rules, film.players), list[Output]()
    for event in film.events():
        game, outputs = step(game, event)
        said += outputs
    return game, said


def right(film: Film, said: list[Output]) -> tuple[int, int]:
    """Return how many turns are right, and how many there are, extra ones included."""
    good = total = 0
    for number, true in enumerate(film.turns, 1):
        seen = [one for one in said if isinstance(one, TurnSeen) and one.round == number]
        total += max(len(true), len(seen))
        good += sum(turn_key(s.seat, s.hand, s.flip, s.captured, s.stack, s.stolen) == t.key()
                    for s, t in zip(seen, true, strict=False))
    return good, total


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3)])
def test_perfect_looks_give_the_game_that_was_played(seed: int, players: int) -> None:
    film = Film(seed, players, 2, PERFECT)
    _, said = follow(film)
    assert right(film, said)[0] == right(film, said)[1] > 20
    results = [one for one in said if isinstance(one, RoundResult)]
    for played, seen in zip(film.results, results, strict=True):
        assert played.result is not None
        assert (seen.kind, seen.winner, seen.net) == (played.result.kind, played.result.winner, played.result.net)
        assert [Counter(pile) for pile in seen.captured] == [Counter(pile) for pile in played.table.piles]


def test_honest_play_raises_no_question() -> None:
    for players in (2, 3):
        _, said = follow(Film(7, players, 1, PERFECT))
        assert not [one for one in said if isinstance(one, AlertRaised) and one.alert.level > Level.HINT]


def test_rough_looks_give_most_turns_and_no_stop() -> None:
    good = total = 0
    for seed in (1, 2, 6):
        film = Film(seed, 3, 1, ROUGH)
        _, said = follow(film)
        found, played = right(film, said)
        good, total = good + found, total + played
        assert not [one for one in said if isinstance(one, AlertRaised) and one.alert.level is Level.STOP]
    assert good / total >= 0.9


def test_score_comes_soon_after_rest() -> None:
    film = Film(3, 2, 1, PERFECT)
    _, said = follow(film)
    late = [seen.seconds - true.rest for seen, true in zip(
        (one for one in said if isinstance(one, TurnSeen)), film.turns[0], strict=True)]
    assert sorted(late)[int(0.95 * len(late))] <= 0.5


def test_stored_events_alone_give_the_same_game() -> None:
    film = Film(4, 2, 1, Noise(drop=0.03))
    game, kept, said = start(RULES, 2), list[ev.Event](), list[Output]()
    for event in film.events():
        if matters(game, event):
            kept.append(ev.from_json(ev.to_json(event)))
        game, outputs = step(game, event)
        said += outputs
    again, resaid = fold(RULES, 2, kept)
    assert [one for one in resaid if isinstance(one, TurnSeen | RoundResult | RoundStarted)] == \
        [one for one in said if isinstance(one, TurnSeen | RoundResult | RoundStarted)]
    assert again.table == game.table


def test_table_is_found_again_after_turns_that_nobody_saw() -> None:
    good = total = 0
    for seed, players in ((1, 3), (4, 3), (4, 2)):
        film = Film(seed, players, 1, PERFECT)
        game, said = start(film.rules, players), list[Output]()
        for event in film.events():
            if not (isinstance(event, ev.Looked) and film.turns and 4 <= len(film.turns[0]) < 6):  # somebody in between
                game, outputs = step(game, event)
                said += outputs
        seen = {one.n: turn_key(one.seat, one.hand, one.flip, one.captured, one.stack, one.stolen)
                for one in said if isinstance(one, TurnSeen)}
        after = [true.key() for true in film.turns[0][6:]]
        good, total = good + sum(key in seen.values() for key in after), total + len(after)
        assert any(isinstance(one, StateNow) and one.state is Following.LOST for one in said)
    assert good / total >= 0.7


def _after_two_turns() -> Game:
    game = start(RULES, 2)
    for event in Film(5, 2, 1, PERFECT).events():
        game, _ = step(game, event)
        if game.round is not None and len(game.round.turns) == 2:
            return game
    raise AssertionError("no second turn")


def test_corrected_turn_rewrites_what_follows() -> None:
    game = _after_two_turns()
    assert game.round is not None
    first = game.round.turns[0]
    wrong = first.play.flip[-1]
    left = Counter(FACES) - Counter(face for pile in game.round.table.piles for face in pile)
    other = next(face for face in left if face.month == wrong.month and face != wrong
                 and face not in game.round.table.loose and face not in game.round.floor)
    fix = ev.TurnFix(1, first.play.seat, first.play.hand, (other,), first.play.choose_hand, first.play.choose_flip)
    after, said = step(game, ev.Corrected(game.seconds, fix))
    assert after.round is not None and after.round.turns[0].play.flip == (other,)
    assert any(isinstance(one, TurnSeen) and one.revised and one.n == 1 for one in said)
    undone, _ = step(after, ev.Undone(game.seconds))
    assert undone.table == game.table


def test_undone_turn_is_not_believed_again() -> None:
    game = _after_two_turns()
    assert game.round is not None
    back, _ = step(game, ev.Undone(game.seconds))
    assert back.round is not None and len(back.round.turns) == 1
    assert game.round.turns[-1].play in back.round.refused


def test_undo_does_not_end_a_pause() -> None:
    game, _ = step(_after_two_turns(), ev.Paused(99.0))
    back, _ = step(game, ev.Undone(99.0))
    assert back.paused and back.round is not None and len(back.round.turns) == 1


def test_joined_table_is_taken_over() -> None:
    game = _after_two_turns()
    assert game.table is not None
    after, _ = step(start(RULES, 2), ev.Joined(1.0, game.table, 1, 0))
    assert after.table == game.table and after.round is not None and after.round.to_move == 1


def test_dealer_who_is_not_at_the_table_deals_nothing() -> None:
    assert start(RULES, 2, 3).next_dealer is None


def test_paused_looks_mean_nothing() -> None:
    game, _ = step(start(RULES, 2), ev.Paused(0.0))
    card = SeenCard(1, parse_face("01-bright"), FLOOR, 0.9, (0.0, 0.0))
    after, _ = step(game, ev.Looked(Observation(1.0, (card,))))
    assert after.belief == game.belief


def test_eyes_that_cannot_see_make_the_referee_unsure_and_nothing_is_booked_or_forgotten() -> None:
    film = Film(3, 2, 1, PERFECT)
    events = list(film.events())
    looks = [n for n, event in enumerate(events) if isinstance(event, ev.Looked)]
    middle = looks[len(looks) // 2]
    game = fold(film.rules, 2, events[:middle])[0]
    here = events[middle]
    assert isinstance(here, ev.Looked)
    said: list[Output] = []
    after = game
    for n in range(40):  # the lens is covered: no card is seen
        blank = Observation(here.seconds + n / 10, (), doubt="covered")
        after, outputs = step(after, ev.Looked(blank))
        said += outputs
    assert said == [StateNow(here.seconds, Following.UNSURE, "covered")]
    assert (after.table, after.belief.floor) == (game.table, game.belief.floor)
    assert after.told == (Following.UNSURE, "covered")
    later = Observation(here.seconds + 5, here.observation.cards, here.observation.covered, still=False)
    after, outputs = step(after, ev.Looked(later))
    assert StateNow(here.seconds + 5, *game.told) in outputs


def test_what_spoils_a_part_of_the_look_is_told_while_the_rest_is_followed() -> None:
    game, outputs = step(start(RULES, 2), ev.Looked(Observation(1.0, (), spoilt="glare")))
    assert game.told == (Following.FOLLOWING, "waiting_for_deal"), "there is nothing to follow yet"
    film = Film(3, 2, 1, PERFECT)
    game, _ = follow(film)
    running = [e for e in film.events() if isinstance(e, ev.Looked)]
    game = start(film.rules, 2)
    for event in film.events():
        game, _ = step(game, event)
        if game.round is not None and game.why == "":
            break
    seen = running[0].observation
    game, outputs = step(game, ev.Looked(Observation(game.seconds + 0.1, seen.cards, spoilt="glare")))
    assert StateNow(game.seconds, Following.FOLLOWING, "glare") in outputs
    read = ev.from_json(ev.to_json(ev.Looked(Observation(2.0, (), spoilt="hand", doubt="dark"))))
    assert isinstance(read, ev.Looked)
    assert (read.observation.doubt, read.observation.spoilt) == ("dark", "hand")


def test_of_a_long_blindness_only_its_begin_and_its_end_are_worth_keeping() -> None:
    game = start(RULES, 2)
    kept = []
    for n in range(30):
        event = ev.Looked(Observation(n / 10, (), doubt="dark" if 5 <= n < 25 else None))
        if matters(game, event):
            kept.append(n)
        game, _ = step(game, event)
    assert [n for n in kept if 5 <= n <= 25] == [5, 25]
