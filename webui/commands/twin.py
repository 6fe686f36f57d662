"""`hwatupan twin`: a film of the virtual table, with its layout, inputs and truth."""
