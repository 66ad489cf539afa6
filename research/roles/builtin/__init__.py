"""The roles without a model: real, deterministic, extractive.

They plan from the question's own parts and from what the evidence brings up, quote words that stand in a source, and
check by code. They never write a sentence that no source contains.
"""
