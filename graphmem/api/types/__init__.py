"""The output types of the schema, by area; each is drawn from a value of the domain or of a receipt."""
