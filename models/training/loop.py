"""What all trainings share: cosine schedule, averaged weights, checkpoints, progress with time left."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from torch import Tensor, nn

from vision.types import Bgr

N = TypeVar("N", bound=nn.Module)


def jittered(bgr: Bgr, rng: np.random.Generator) -> Tensor:
    """Return pictures uint8 (N, H, W, 3 or more) as float (N, C, H, W) in 0..1 with a little jitter of the colours."""
    pictures = torch.from_numpy(bgr).permute(0, 3, 1, 2).float() / 255
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.08, (len(pictures), 3, 1, 1))).astype(np.float32))
    pictures[:, :3] = (pictures[:, :3] * gain).clamp(0, 1)
    return pictures.contiguous(memory_format=torch.channels_last)


@contextmanager
def progress() -> Iterator[Progress | None]:
    """Show bars with the time left while training runs; None where output is no terminal but a log."""
    if not Console().is_terminal:
        yield None
        return
    left = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*left, TextColumn("{task.fields[told]}")) as bar:
        yield bar


@dataclass
class Trainer(Generic[N]):
    """Steps one network by wall time: the schedule is a fraction of *minutes*, so any machine ends on time."""

    net: N
    out: Path
    minutes: float
    bar: Progress | None = None  # shown on it; lines are printed where there is none
    rate: float = 2e-3
    decay: float = 1e-2
    average: float = 0.998
    warm_up: int = 200  # steps
    begun: float = field(default_factory=time.monotonic)
    steps: int = 0

    def __post_init__(self) -> None:
        self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's types
        self.optimiser = torch.optim.AdamW(self.net.parameters(), self.rate, weight_decay=self.decay)
        self.averaged = copy.deepcopy(self.net).eval()
        self.spent = 0.0  # seconds of earlier runs, when resumed
        self._shown = self._saved = 0.0
        self._task = None if self.bar is None else self.bar.add_task(
            type(self.net).__name__.lower(), total=1.0, told=""
        )
        self._mean: dict[str, float] = {}
        self.out.mkdir(parents=True, exist_ok=True)

    @property
    def done(self) -> float:
        """Fraction of the time budget that is used up."""
        return (self.spent + time.monotonic() - self.begun) / (60 * self.minutes)

    def step(self, losses: dict[str, Tensor]) -> None:
        """Take one optimiser step on the sum of *losses*; now and then print and save."""
        rate = self.rate * min(1.0, (self.steps + 1) / self.warm_up)
        rate *= 0.5 * (1 + float(torch.cos(torch.tensor(min(1.0, self.done) * torch.pi)))) + 1e-3
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 10)
        self.optimiser.step()
        self.steps += 1
        self._average()
        for name, value in losses.items():
            now = float(value.detach())
            self._mean[name] = 0.98 * self._mean.get(name, now) + 0.02 * now
        if time.monotonic() - self._shown > (1 if self.bar else 15):
            self._show()
        if time.monotonic() - self._saved > 120:
            self.save()

    def _average(self) -> None:
        keep = min(self.average, (1 + self.steps) / (20 + self.steps))
        with torch.no_grad():
            for a, b in zip(self.averaged.state_dict().values(), self.net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
                else:
                    a.copy_(b)

    def _show(self) -> None:
        self._shown = time.monotonic()
        if self.bar is not None and self._task is not None:
            told = f"step {self.steps}  loss {sum(self._mean.values()):.3f}"
            self.bar.update(self._task, completed=min(1.0, self.done), told=told)
            return
        means = " ".join(f"{k} {v:.4f}" for k, v in self._mean.items())
        left = max(0.0, (1 - self.done) * self.minutes)
        print(f"step {self.steps}  {100 * self.done:.0f} %  {left:.0f} min left  {means}", flush=True)

    def save(self) -> None:
        """Write a checkpoint from which `resume` goes on."""
        self._saved = time.monotonic()
        state: dict[str, Any] = {
            "net": self.net.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
            "spent": self.done * 60 * self.minutes,
        }
        part = self.out / "checkpoint.part"
        torch.save(state, part)
        part.replace(self.out / "checkpoint.pt")
        with (self.out / "losses.jsonl").open("a") as log:
            log.write(json.dumps({"step": self.steps, **self._mean}) + "\n")

    def resume(self) -> bool:
        """Go on from the checkpoint in *out*, if there is one."""
        path = self.out / "checkpoint.pt"
        if not path.exists():
            return False
        state = torch.load(path, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.averaged.load_state_dict(state["averaged"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.spent, self.begun = state["steps"], state["spent"], time.monotonic()
        return True


@contextmanager
def kept(*trainers: Trainer[Any]) -> Iterator[None]:
    """Save *trainers* when the block ends, also when somebody stops it with Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        print("stopped and saved; start the same command again to go on", flush=True)
    finally:
        for trainer in trainers:
            trainer.save()
