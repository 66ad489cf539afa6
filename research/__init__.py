"""The product. Imports nothing: loading the Celery app here would pull Django into the pure core."""
