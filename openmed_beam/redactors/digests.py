"""Digests of settings and values; OpenSSL, which takes them, is loaded with the first, since most runs need none."""

from __future__ import annotations


def short_digest(text: str) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of a text."""
    import hashlib

    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keyed_digest(key: bytes, message: bytes) -> str:
    """The HMAC-SHA-256 of a message, in hexadecimal digits."""
    import hashlib
    import hmac

    return hmac.new(key, message, hashlib.sha256).hexdigest()
