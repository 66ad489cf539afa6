"""Whose certificates are accepted."""

import ssl
from functools import cache


@cache
def trusting(ca_file: str) -> ssl.SSLContext:
    """Kept by the process: reading the certificate authorities takes as long as a page, and each step asks anew.
    Empty: the usual ones."""
    return ssl.create_default_context(cafile=ca_file or None)
