"""`hwatupan simulate`: a match that programs play, as a game record on standard output."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Annotated

import typer

from engine import bots
from engine.gametext import format_game
from engine.simulate import new_game, next_round
from engine.state import Action, Round
from engine.watched import PRESET_PLAYERS
from webui.commands import rulefile
from webui.commands.console import CommandError, track


def simulate(
    players: Annotated[int, typer.Option(min=2, max=4, help="How many play; of four, one sits out.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to play.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Another number, another match.")] = 1,
    rules: Annotated[str, typer.Option(metavar="PRESET|FILE", help="House rules.")] = "korean_standard",
    hour: Annotated[int, typer.Option(min=0, max=23, help="Hour of the day, for the draw of the dealer.")] = 20,
    stake: Annotated[int, typer.Option(min=1, help="Money a point.")] = 1,
    boldness: Annotated[float, typer.Option(min=0, max=1, help="How often a program says Go.")] = 0.4,
) -> None:
    """Play a match without cards or camera and print its record: deal, turns, scores, who pays what.

    Examples:

      hwatupan simulate --players 3 --seed 5 > game.txt

      hwatupan simulate --rounds 10 --rules house.toml --stake 100
    """
    house = rulefile.named(rules)
    if players not in PRESET_PLAYERS.get(rules, (2, 3, 4)):
        raise CommandError(f"{rules} is a game for {' or '.join(map(str, PRESET_PLAYERS[rules]))} players")
    rng = random.Random(seed)

    def choose(state: Round, rng: random.Random) -> Action:
        return bots.choose(state, rng, boldness=boldness)

    record, match = new_game(house, players, rng, hour, stake=stake)
    for _ in track(range(rounds), "playing", rounds):
        played, match = next_round(match, rng, choose)
        record = replace(record, rounds=(*record.rounds, played))
    print(format_game(record), end="")
