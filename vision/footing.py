"""The camera's footing: notices that it was pushed, and finds again how it looks at the table."""

from __future__ import annotations

from collections.abc import Sequence

from vision.bump import BumpWatch
from vision.hands import Mask
from vision.layout import Layout
from vision.register import LEAST_CARDS, Find, KnownCard, Registration, apart, matches, register
from vision.types import Bgr, Frame

KEEP_S = 1.0  # between two pictures of the resting table that are kept
RETRY_S = 0.5  # between two tries that failed
AGREE_MM = 4.0  # so near each other two tries must put the table's corners
BLIND_TRIES = 3  # after which a bare cloth with hardly a card is taken to lie as it lay


class Footing:
    """One camera over one table; all its time comes with the frames."""

    def __init__(self) -> None:
        self._watch = BumpWatch()
        self._picture: Bgr | None = None  # the table at rest, when the layout was right
        self._cards: Sequence[KnownCard] = ()
        self._kept = self._tried = float("-inf")
        self._before: Registration | None = None  # the last try, if it came to something
        self._moved = False
        self._blind = 0  # tries with nothing to tell by

    def lost(self, small: Bgr, seconds: float, *, moved: bool = False, hands: Mask | None = None) -> bool:
        """Take the next small picture; True while the layout may be wrong.

        *moved*: somebody else noticed it; *hands*: what they hid a moment ago.
        """
        self._moved = moved
        return self._watch.see(small, seconds, hands) or moved

    def wants(self, seconds: float) -> bool:
        """Whether it is time to keep a picture again."""
        return seconds - self._kept >= KEEP_S

    def keep(self, bgr: Bgr, cards: Sequence[KnownCard], seconds: float) -> None:
        """Remember the table at rest in plain sight."""
        self._picture, self._cards, self._kept = bgr, cards, seconds

    def find(self, frame: Frame, layout: Layout, find: Find) -> Layout | None:
        """The new layout, once two steady pictures agree on it; *find* tells the cards of this frame."""
        certain = self._watch.pushed or self._moved
        waits = frame.seconds - self._tried < RETRY_S and self._before is None
        if not certain or waits or not self._watch.steady(frame.seconds):
            return None
        self._tried = frame.seconds
        before, self._before = self._before, register(self._picture, frame.bgr, layout, self._cards, find)
        if self._before is None and self._nothing_tells(frame.bgr, layout):
            self._watch.settle()
            return layout
        if before is None or self._before is None or apart(before.layout, self._before.layout) > AGREE_MM:
            return None
        found, self._before = self._before, None
        self._watch.settle()
        self._kept = float("-inf")
        return found.layout

    def _nothing_tells(self, bgr: Bgr, layout: Layout) -> bool:
        """True if tries go on in vain, for neither cloth nor cards show how the camera stands: there arms over a few
        cards look like a push, and who waits for proof waits for ever."""
        few = len(self._cards) < LEAST_CARDS and not self._moved
        cloth = self._picture is not None and len(matches(self._picture, bgr, layout)[0]) > 0
        self._blind = self._blind + 1 if few and not cloth else 0
        return self._blind >= BLIND_TRIES
