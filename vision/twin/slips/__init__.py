"""What people do at a table that looks wrong and is not, by name; each family has its own module."""
