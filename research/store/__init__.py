"""The only translator between rows and values. Both sights meet here and nowhere else."""
