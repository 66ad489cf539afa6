"""The loop. Pure: no Django, no network, no clock of its own."""
