"""What a task keeps in mind."""
