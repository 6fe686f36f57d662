"""How far the namer's answers may be trusted: calibrated on decks that training never saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from vision.types import Floats

WHOLE = 0.97
"""Visible fraction from which a card counts as fully visible."""


RARE = 0.05
"""Share of things looked at that are no cards of the game: judged scenes hold far more of them than a table does, and
weighed as they come they would make every true card doubtful."""

MIXED = "foreign mixed"
"""Hwatu cut and put together wrongly: they train the eye, but lie on no table, so they are counted by themselves."""


@dataclass(frozen=True, slots=True)
class Trust:
    """Softmax temperature of the faces; weights of the namer's own "is a card of this game" and of its best face in the
    logistic that tells such cards from other things."""

    temperature: float = 1.0
    game: float = 1.0
    best: float = 0.0
    shift: float = 0.0

    def apply(self, logits: Tensor, game: Tensor) -> tuple[Tensor, Tensor]:
        """Return probabilities of the faces (N, classes), and of being a card of this game at all (N,)."""
        faces = torch.softmax(logits / self.temperature, 1)
        return faces, torch.sigmoid(self.game * game + self.best * _odds(faces) + self.shift)

    @property
    def numbers(self) -> tuple[float, ...]:
        """As the exported file keeps it."""
        return tuple(round(float(v), 4) for v in astuple(self))


def _odds(faces: Tensor) -> Tensor:
    best = faces.max(1).values.clamp(1e-4, 1 - 1e-4)
    return torch.log(best / (1 - best))


def calibrate(logits: Tensor, game: Tensor, labels: NDArray[np.int64]) -> Trust:
    """Return the trust of least loss on judged crops; *labels* are face indices, -1 for what is no such card."""
    known = torch.from_numpy(labels >= 0)
    aim = torch.from_numpy(labels[labels >= 0])
    grid = np.exp(np.linspace(np.log(0.2), np.log(8), 90))
    losses = [float(functional.cross_entropy(logits[known] / t, aim)) for t in grid]
    temperature = float(grid[int(np.argmin(losses))])
    facts = torch.stack([game, _odds(torch.softmax(logits / temperature, 1)), torch.ones_like(game)], 1)
    share = torch.where(known, (1 - RARE) / known.float().mean(), RARE / (~known).float().mean())
    return Trust(temperature, *logistic(facts, known, share))


def logistic(facts: Tensor, true: Tensor, share: Tensor | None = None) -> tuple[float, ...]:
    """Return the weights of the columns of *facts* (n, k) that tell *true* (n,) best; rows count by their *share*."""
    weights = torch.zeros(facts.shape[1], dtype=facts.dtype, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> Tensor:
        optimiser.zero_grad()
        loss = functional.binary_cross_entropy_with_logits(facts @ weights, true.to(facts.dtype), share)
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    return tuple(float(w) for w in weights.detach())


def calibration_error(confidence: Floats, right: NDArray[np.bool_], bins: int = 15) -> float:
    """Return the expected calibration error (Guo et al. 2017, equal bins) of answers that were *right* or not."""
    at = np.minimum((confidence * bins).astype(int), bins - 1)
    used = [at == k for k in set(at.tolist())]
    return float(sum(abs(confidence[k].mean() - right[k].mean()) * k.mean() for k in used))


def accepted(
    sure: Floats, kinds: Sequence[str], visible: Floats, keep: float = 0.99
) -> tuple[float, dict[str, float]]:
    """Return (threshold of *sure*, share accepted by kind) of fully visible things, where *keep* of the true faces are
    kept; all foreign cards but mixed ones together are "foreign"."""
    names, whole = np.array(kinds), visible >= WHOLE
    threshold = float(np.quantile(sure[(names == "face") & whole], 1 - keep))
    shares = {}
    for kind in sorted({*kinds, "foreign"}):
        same = names == kind
        if kind == "foreign":
            same = np.char.startswith(names, "foreign") & (names != MIXED)
        pick = same & (whole | (names == "nothing"))
        if pick.any():
            shares[kind] = round(float((sure[pick] >= threshold).mean()), 4)
    return threshold, shares
