"""The product's addresses and one that nobody thought about; only a test uses it."""

from django.urls import path

from research.urls import alive
from research.urls import urlpatterns as known

urlpatterns = [*known, path("secrets/<slug:name>", alive)]
