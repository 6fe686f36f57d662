"""A ring of training samples in shared memory: workers replace samples while the trainer draws from it."""

from __future__ import annotations

import math
import multiprocessing as mp
import os
import signal
import time
from collections.abc import Callable, Mapping
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Sample = dict[str, NDArray[Any]]
"""Field name to array: one sample, or a batch of them with one axis more."""

Spec = Mapping[str, tuple[tuple[int, ...], str]]
"""Field name to (shape of one sample, dtype)."""

Fill = Callable[[np.random.Generator], list[Sample]]
"""Makes a few samples; each worker gets its own generator."""


class Ring:
    """*size* samples with the fields of *spec*, kept fresh by worker processes."""

    def __init__(self, size: int, spec: Spec) -> None:
        self.size, self.spec = size, spec
        self._memory: dict[str, SharedMemory] = {}
        self.fields: Sample = {}
        for name, (shape, kind) in spec.items():
            memory = SharedMemory(create=True, size=size * math.prod(shape) * np.dtype(kind).itemsize)
            self._memory[name] = memory
            self.fields[name] = np.ndarray((size, *shape), kind, memory.buf)
        self._made = mp.Value("l", 0)
        self._workers: list[mp.process.BaseProcess] = []

    def start(self, make: Callable[[], Fill], workers: int, seed: int) -> None:
        """Start *workers* processes; each calls *make* once, then fills the ring until the trainer ends."""
        context = mp.get_context("fork")
        stop = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops the trainer, which then stops the workers
        for n in range(workers):
            process = context.Process(target=self._work, args=(make, seed + 1000 * n), daemon=True)
            process.start()
            self._workers.append(process)
        signal.signal(signal.SIGINT, stop)

    def _work(self, make: Callable[[], Fill], seed: int) -> None:
        os.nice(5)  # the trainer goes first: a sample may serve twice
        cv2.setNumThreads(1)
        fill, rng, parent = make(), np.random.default_rng(seed), os.getppid()
        while os.getppid() == parent:  # a killed trainer leaves no worker behind
            for sample in fill(rng):
                with self._made.get_lock():
                    slot = self._made.value % self.size
                    self._made.value += 1
                for name, value in sample.items():
                    self.fields[name][slot] = value

    @property
    def made(self) -> int:
        """How many samples the workers have made so far."""
        return int(self._made.value)

    def wait(self, count: int) -> None:
        """Return when at least *count* samples exist."""
        print("drawing the first scenes", flush=True)
        while self.made < min(count, self.size):
            time.sleep(0.2)

    def draw(self, rng: np.random.Generator, count: int) -> Sample:
        """Return copies of *count* random samples."""
        slots = rng.integers(0, min(self.made, self.size), count)
        return {k: v[slots] for k, v in self.fields.items()}

    def close(self) -> None:
        """Stop the workers and free the memory."""
        for process in self._workers:
            process.terminate()
        self.fields.clear()
        for memory in self._memory.values():
            memory.close()
            memory.unlink()
