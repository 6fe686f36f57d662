"""Measurements of speed and accuracy; run with `make bench` or one by one."""
