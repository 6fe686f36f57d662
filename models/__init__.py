"""Trained networks, their manifest and (in `models.training`) how they are made."""
