"""Go-Stop rules and referee: pure Python, no input or output (see docs/architecture.md)."""
