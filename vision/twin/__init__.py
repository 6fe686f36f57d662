"""The virtual table: a drawn game of Go-Stop that looks like a camera and knows its own truth."""
