"""The first evening: five steps from nothing to a running round, and the same steps as settings afterwards."""
