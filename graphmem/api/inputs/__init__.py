"""The input types of the schema, by area, each beside its conversion into the domain's own values."""
