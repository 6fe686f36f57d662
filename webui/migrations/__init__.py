"""Steps from every older form of the record to the present one; alembic runs them when a record is opened."""
