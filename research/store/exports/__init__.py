"""A report as a file: one reading of the rows, rendered in many formats. Nothing here loads anything from anywhere."""
