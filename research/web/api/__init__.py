"""The JSON door: one file a subject, gathered in `addresses`."""
