"""`make bench`: rounds a second of the engine; how right and how fast cards are read, beside two classic ways."""

from __future__ import annotations

from benchmarks import bench_engine, bench_sight

if __name__ == "__main__":
    bench_engine.main()
    bench_sight.main()
