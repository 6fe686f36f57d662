"""`python -m models.training WHAT ...`: train the networks, export and judge them (docs/recognition.md)."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import torch

from models.training import crops, detector, export, int8, report
from models.training.art import load_deck, load_decks

OWN = Path(__file__).resolve().parents[2] / "vision" / "twin" / "cards"


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m models.training", description=__doc__)
    parser.add_argument(
        "what",
        choices=["detector", "crops", "export", "report", "int8"],
        help="detector; crops = namer and refiner together; export = write the ONNX files; report = judge them; "
        "int8 = try the namer with 8 bits",
    )
    parser.add_argument("--art", type=Path, required=True, help="folder of deck folders (pictures and labels.csv)")
    parser.add_argument("--textures", type=Path, help="folder of table pictures; none: generated tables only")
    parser.add_argument("--without", nargs="*", default=[], help="deck folders to leave out, to judge on them")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        help="folder for checkpoints; a run resumes. export reads det/ and crops/ in it; report writes to it",
    )
    parser.add_argument("--version", default="1", help="export: the version written into the manifest")
    parser.add_argument("--found", action="store_true", help="crops: learn from what the exported detector finds")
    parser.add_argument("--like", type=Path, help="export: take the calibration of this namer.onnx, made --without")
    parser.add_argument("--scenes", type=int, default=400, help="report: scenes of each deck")
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw scenes")
    parser.add_argument("--threads", type=int, default=1, help="threads of the network")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(1)
    if args.what == "export":
        left_out = [load_deck(args.art / name) for name in args.without]
        export.export(args.out, args.version, left_out, args.textures, args.like)
        return
    if args.what == "report":
        report.report([load_deck(args.art / name) for name in args.without], args.textures, args.out, args.scenes)
        return
    if args.what == "int8":
        print(int8.compare([load_deck(args.art / name) for name in args.without], args.textures))
        return
    decks = load_decks(args.art, OWN, frozenset(args.without))
    if args.what == "crops":
        crops.train(decks, args.textures, args.out, args.minutes, args.seed, args.workers, found=args.found)
    else:
        detector.train(decks, args.textures, args.out, args.minutes, args.seed, args.workers)


if __name__ == "__main__":
    main()
