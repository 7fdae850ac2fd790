"""OpenMed's de-identification as a plain redactor: local models only. Needs the extra `openmed` and a model on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openmed_beam.errors import PolicyError
from openmed_beam.traces.leaf import Leaf


class OpenMedRedactor:
    """`--redactor openmed`: `openmed.core.pii.deidentify` on each text, with its look-ups on the network forbidden.

    Args:
        options: further arguments of `deidentify`, such as `model_name`, `method` or `lang`.
    """

    looks_at = ("text",)

    #: Settings that it is not given: it finds and replaces in its own way.
    declines = frozenset({"replacement", "key_env", "key_file", "labels", "without"})

    def __init__(self, **options: Any) -> None:
        self.options = options
        self._ready = False

    def setup(self) -> None:
        """Redacts one harmless text, so that a missing model is one error at the start and not one a record.

        Raises:
            PolicyError: openmed, its extra or a model is missing.
        """
        if self._ready:
            return
        try:
            self._redact("ready")
        except PolicyError:
            raise
        except Exception as error:
            raise PolicyError(
                f"the redactor 'openmed' cannot start ({type(error).__name__}): it needs pip install 'openmed[hf]'"
                " and a model that is already on this machine; nothing is downloaded. Without one, use --redactor rules"
                " or rules+names"
            ) from None
        self._ready = True

    def _redact(self, text: str) -> str:
        try:
            from openmed.core.config import OpenMedConfig
            from openmed.core.pii import deidentify
        except ImportError:
            raise PolicyError("the redactor 'openmed' needs the extra: pip install 'openmed-beam[openmed]'") from None
        result = deidentify(text, **{"config": OpenMedConfig(local_only=True), **self.options})
        found = result if isinstance(result, str) else getattr(result, "deidentified_text", None)
        if not isinstance(found, str):
            raise PolicyError("openmed gave back no text")
        return found

    def redact_batch(self, leaves: Sequence[Leaf]) -> list[str]:
        """One redacted text a leaf; equal texts are asked about once."""
        self.setup()
        known: dict[str, str] = {}
        for leaf in leaves:
            if leaf.text not in known:
                known[leaf.text] = self._redact(leaf.text) if leaf.text.strip() else leaf.text
        return [known[leaf.text] for leaf in leaves]

    def __call__(self, text: str) -> str:
        """One text on its own."""
        return self.redact_batch([Leaf(text, None, (), 0)])[0]

    def config(self) -> Mapping[str, Any]:
        """What the answers depend on."""
        return {"redactor": "openmed", "options": {name: str(value) for name, value in sorted(self.options.items())}}
