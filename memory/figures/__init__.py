"""The only reader of quantities, dates, names, negation and direction, in English and Chinese.

Dedup, retention, conflicts, the builtin roles and the checker all ask here, so that they can't disagree.
"""
