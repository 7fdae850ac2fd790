"""Where a key comes from: an environment variable or a file on the machine that uses it, never a flag or a job."""

from __future__ import annotations

import os
from pathlib import Path

from openmed_beam.errors import PolicyError

#: Shorter keys can be tried out.
LEAST_KEY_BYTES = 16


def read_key(key_env: str | None, key_file: str | None) -> bytes | None:
    """The key's bytes, or None where no place is named; white space around it does not count.

    Raises:
        PolicyError: the place is empty, unreadable, or holds fewer than 16 bytes. The message never holds the key.
    """
    if key_env is None and key_file is None:
        return None
    if key_env is not None:
        place = f"environment variable {key_env}"
        key = os.environb.get(os.fsencode(key_env), b"").strip()
        if not key:
            raise PolicyError(f"{place} holds no key: set it where the redaction runs")
    else:
        place = f"key file {key_file}"
        try:
            key = Path(str(key_file)).read_bytes().strip()
        except OSError as error:
            raise PolicyError(f"{place} cannot be read ({type(error).__name__})") from None
        if not key:
            raise PolicyError(f"{place} is empty")
    if len(key) < LEAST_KEY_BYTES:
        raise PolicyError(f"{place} holds fewer than {LEAST_KEY_BYTES} bytes: use a random key")
    return key
