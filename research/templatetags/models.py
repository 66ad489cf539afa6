"""What servers of models said, in the reader's language."""

from django import template

from research.web.model_words import told

register = template.Library()


@register.filter
def model_said(detail: str) -> str:
    return told(detail)
