"""What goes against the rules at a table, by the alert's code; each family has its own module."""
