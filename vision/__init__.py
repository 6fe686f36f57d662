"""Cameras, recognition, tracking and the virtual table: pixels in, observations out."""
