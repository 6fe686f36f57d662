"""Fouls of the deal: no cut, packets the wrong way round, a wrong number of cards, a bonus card that stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.alerts import AlertCode as Code
from engine.cards import Face, Kind
from engine.round import Phase, begin
from vision.twin.fouls.foul import FOULS, PLAYED, SETTLED, At, Deal, Foul, Until

BONUS = Face(0, Kind.BONUS, 2)


def _in_deal(
    code: Code, words: str, until: Until, options: tuple[tuple[str, tuple[str, ...]], ...] = ()
) -> Callable[[Callable[[Deal], bool]], Callable[[Deal], bool]]:
    def register(commit: Callable[[Deal], bool]) -> Callable[[Deal], bool]:
        FOULS[str(code)] = Foul(code, words, until, At.DEAL, deal=commit, options=options)
        return commit

    return register


@_in_deal(Code.MISDEAL, "the floor gets one card too many or too few", PLAYED)
def misdeal(deal: Deal) -> bool:
    """The stock has one card less, or one more."""
    stock = list(deal.state.stock_cards)
    if deal.luck.random() < 0.5:
        return _lay_out(deal, [*deal.floor, stock[0]], stock[1:])
    return _lay_out(deal, deal.floor[:-1], [deal.floor[-1], *stock])


@_in_deal(Code.BONUS_UNRESOLVED, "a bonus card stays on the floor", SETTLED, (("bonus_cards", (str(BONUS),)),))
def bonus_unresolved(deal: Deal) -> bool:
    """It lies where a card of a month should have taken its place."""
    stock = list(deal.state.stock_cards)
    stock.insert(deal.luck.randrange(4, len(stock)), deal.floor[-1])
    if not _lay_out(deal, deal.floor[:-1], stock):
        return False
    deal.floor.insert(deal.luck.randrange(len(deal.floor)), BONUS)
    deal.bonus = BONUS
    return True


@_in_deal(Code.NO_CUT, "the pack is dealt without a cut", PLAYED)
def no_cut(deal: Deal) -> bool:
    """Nor does anybody tap on it."""
    deal.cut = False
    return True


@_in_deal(Code.DEAL_ORDER, "the packets go round the wrong way", PLAYED)
def deal_order(deal: Deal) -> bool:
    """The dealer begins with itself and goes clockwise."""
    deal.backwards = True
    return True


def _lay_out(deal: Deal, floor: list[Face], stock: list[Face]) -> bool:
    """Play from this floor and stock; False where the rules would end the round at once."""
    state = deal.state
    laid = begin(state.hand_cards, floor, stock, state.rules, state.dealer, nagari=state.nagari)
    if laid.phase is not Phase.PLAY:
        return False
    deal.state, deal.floor = replace(laid, redeals=state.redeals), floor
    return True
