"""Everything that leaves the machine to look. Knows no task and no row."""
