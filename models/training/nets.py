"""The three networks: detector (where), refiner (exactly where), namer (which face). All depthwise, all small."""

from __future__ import annotations

import torch
from torch import Tensor, nn

STRIDE, UNIT = 4, 8
"""Pixels between two cells of the detector's output, and in one unit of its corner offsets."""

NAMER_SIZE = (64, 96)
"""Width and height of the namer's crop."""

REFINER_SIZE = (64, 96)
"""Width and height of the refiner's crop, which shows a rough quad enlarged by REFINER_ZOOM."""

REFINER_ZOOM = 1.5


class Conv(nn.Sequential):
    """Convolution, batch norm, ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, kernel, stride, (kernel - 1) // 2, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class DS(nn.Module):
    """Depthwise convolution, BN, ReLU, 1x1 convolution, BN; residual where the shapes allow it."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, inputs, kernel, stride, kernel // 2, groups=inputs, bias=False),
            nn.BatchNorm2d(inputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(inputs, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )
        self.same = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        """Map (N, inputs, H, W) to (N, outputs, H/stride, W/stride)."""
        y: Tensor = self.body(x)
        return torch.relu(x + y if self.same else y)


def stage(inputs: int, outputs: int, count: int, kernel: int = 3, stride: int = 2) -> nn.Sequential:
    """Return *count* DS blocks, the first of which strides."""
    blocks = [DS(inputs, outputs, stride, kernel)] + [DS(outputs, outputs, 1, kernel) for _ in range(count - 1)]
    return nn.Sequential(*blocks)


class Detector(nn.Module):
    """Cards of one known size: (N, 3, H, W) in 0..1 to (N, 11, H/4, W/4).

    Channels: heat logit at the centroid of the visible part; eight corner offsets from the cell's middle in units
    of 8 px (x, y of four corners, clockwise; either of the two 180-degree orders); back logit; visible logit.
    The maps are as fine as a quarter of the picture, for the visible strips of a fan lie 8 px apart.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 32, 6, 4, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True))
        self.low = DS(32, 32)
        self.s8 = stage(32, 64, 3)
        self.s16 = stage(64, 144, 4, 5)
        self.s32 = stage(144, 256, 4, 5)
        self.down32 = nn.Conv2d(256, 144, 1)
        self.down16 = nn.Conv2d(144, 96, 1)
        self.up8 = nn.Conv2d(64, 96, 1)
        self.neck16 = DS(144, 144, kernel=5)
        self.neck8 = nn.Sequential(DS(96, 96), DS(96, 96, kernel=5), DS(96, 96))
        self.down8 = nn.Conv2d(96, 4 * 48, 1)
        self.up4 = nn.Conv2d(32, 48, 1)
        self.neck4 = DS(48, 48)
        self.head = nn.Conv2d(48, 11, 1)
        nn.init.constant_(self.head.bias[:1], -4.5)  # type: ignore[index]

    def forward(self, x: Tensor) -> Tensor:
        """Map pictures to the eleven maps."""
        x4 = self.low(self.stem(x))
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        x32 = self.s32(x16)
        x16 = self.neck16(x16 + nn.functional.interpolate(self.down32(x32), scale_factor=2.0))
        x8 = self.neck8(self.up8(x8) + nn.functional.interpolate(self.down16(x16), scale_factor=2.0))
        x4 = self.up4(x4) + nn.functional.pixel_shuffle(self.down8(x8), 2)
        maps: Tensor = self.head(self.neck4(torch.relu(x4)))
        return maps


class _Trunk(nn.Module):
    """A crop of 64 x 96 to features at strides 4, 8 and 16."""

    def __init__(self, channels: int = 3) -> None:
        super().__init__()
        self.stem = Conv(channels, 24, 5, 2)
        self.s4, self.s8, self.s16 = stage(24, 64, 3), stage(64, 144, 3), stage(144, 256, 3)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Map (N, channels, 96, 64) to (N, 64, 24, 16), (N, 144, 12, 8), (N, 256, 6, 4)."""
        x4 = self.s4(self.stem(x))
        x8 = self.s8(x4)
        return x4, x8, self.s16(x8)


class Namer(nn.Module):
    """Which face: (N, 3, 96, 64) in 0..1 to cosine logits (N, classes), facts (N, 2), embedding (N, 128).

    Facts are two logits: the crop is upside down; it is a card of this game at all, whichever face it shows.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.trunk, self.reduce = _Trunk(), Conv(256, 96, 1)
        self.drop = nn.Dropout(0.2)
        self.embed = nn.Linear(96 * 24, 128)
        self.weight = nn.Parameter(torch.randn(classes, 128) * 0.1)
        self.facts = nn.Linear(96 * 24, 2)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Map crops to (logits, facts, unit embedding)."""
        features = self.drop(self.reduce(self.trunk(x)[2]).flatten(1))
        embedding = nn.functional.normalize(self.embed(features), dim=1)
        logits = 16 * embedding @ nn.functional.normalize(self.weight, dim=1).T
        return logits, self.facts(features), embedding


class Refiner(nn.Module):
    """A rough quad made exact: (N, 4, 96, 64) to corners and how far off each may be, card and visible logits, a mask.

    The fourth channel marks the place at which the detector found the card: where cards overlap, a rough quad alone
    does not tell which of them is meant. The mask tells the namer which pixels are the card's own: the neighbours'
    pixels mislead it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.trunk, self.reduce = _Trunk(4), Conv(256, 64, 1)
        self.hidden = nn.Sequential(nn.Linear(64 * 24, 128), nn.ReLU(inplace=True))
        self.out = nn.Linear(128, 18)
        self.mask4, self.mask8, self.mask16 = nn.Conv2d(64, 32, 1), nn.Conv2d(144, 32, 1), nn.Conv2d(256, 32, 1)
        self.mask = nn.Sequential(DS(32, 32, kernel=5), nn.Conv2d(32, 4, 1), nn.PixelShuffle(2))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Map crops to corner offsets (N, 8) from where a perfect quad's corners would be, in crop fractions; logs of
        their usual errors (N, 8), crop fractions; card logit (N,), visible logit (N,); mask logits (N, 48, 32), half
        the crop's resolution."""
        x4, x8, x16 = self.trunk(x)
        y = self.out(self.hidden(self.reduce(x16).flatten(1)))
        grow = nn.functional.interpolate
        wide = self.mask4(x4) + grow(self.mask8(x8), scale_factor=2.0) + grow(self.mask16(x16), scale_factor=4.0)
        shown = self.mask(torch.relu(wide))[:, 0]
        return y[:, :8] * 0.25, y[:, 10:] - 3.5, y[:, 8], y[:, 9], shown
