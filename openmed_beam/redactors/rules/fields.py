"""Values behind a name in text: `"apiKey": "..."`, `DB_PASSWORD=...`, `patient_name: ...`, `dob=19800412`.

The name is looked up whole in `keys`; the value must have the shape that the key asks for.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.keys import KEY_RULES, KeyRule, key_rule

_REVERSED_NAME = re.compile(r"[\w-]{1,40}(?:[ .][\w-]{1,40}){0,4}")
_VALUE_START = re.compile(
    r"(?:[ ]?\{\s{0,4}\"value\"[ ]?:)?[=>~]?[ \t]{0,4}(?:\\{0,3}[\"'“`]|\*{1,2}[ ]?|\(|#(?=[0-9A-Za-z]))?(?:\[(?=[\"'])[\"'])?"
)


#: A key of at most so many letters counts only between characters that can stand around a key.
_SHORT = 4
_UNBOUND = frozenset(("pass", "pwd", "pat", "pw", "jwt", "mdp"))  # short, and others end in them (`dbpass`)
_AFTER_SHORT = "\"'`\\*]) \t:=>,|;\r\n"
_AFTER_CLASS = r"[\"'`\\*\]) \t:=>,|;\r\n]"


def _spellings() -> dict[str, frozenset[str]]:
    """Every key of the table and every secret word, each only where no shorter key ends it, in five styles and in small
    letters -> how it is spelled. A scanner of bytes folds no letters beyond ASCII, so these stand here in either case."""
    keys = set(KEY_RULES) | set(
        "password passwd pwd passphrase passwort contrasena contraseña kennwort mdp senha wachtwoord secret token jwt"
        " authtoken accesstoken secretkey accesskey privatekey clientsecret apikey pass pw secrets credential credentials"
        " pat key_id access_key".split()
    ) | {
        f"{word}_key" for word in ("api", "access", "secret", "private", "encryption", "signing", "auth", "account", "shared",
                                   "master", "service", "subscription", "license", "role", "sas", "storage", "webhook", "deploy",
                                   "client", "app", "application", "admin", "session", "decryption", "hmac", "aes", "ssh", "root",
                                   "server", "anon")
    }  # fmt: skip
    return {
        key: frozenset(cased.replace("_", joint) for cased in _cased(key) for joint in ("_", "-", " ", ".", ""))
        for key in keys
        if not _ends_in_another(key, keys)
    }


def _cased(key: str) -> Iterable[str]:
    """A key with each of its letters beyond ASCII small and large."""
    letters = ((letter,) if letter.isascii() or len(letter.upper()) > 1 else (letter, letter.upper()) for letter in key)
    return map("".join, product(*letters))


def _triggers(key: str) -> set[str]:
    """A key as literals, a short one between characters that can stand around it."""
    before, after = "[^A-Za-z]" if key in _BOUND else "", _AFTER_CLASS if len(key) <= _SHORT else ""
    return {before + spelled.replace(".", r"\.") + after for spelled in _SPELLINGS[key]}


def _camel_triggers(key: str) -> set[str]:
    """A short key that ends a key in camel case: `patientName`, `userDob`, `userDOB`; the scanner looks at its case."""
    if key not in _BOUND or not (key.isalnum() and key.isascii()):
        return set()
    return {rf"[A-Za-z]{key.capitalize()}{_AFTER_CLASS}", rf"[a-z]{key.upper()}{_AFTER_CLASS}"}


def _ends_in_another(key: str, keys: set[str]) -> bool:
    at = key.find("_")
    while at >= 0:
        if key[at + 1 :] in keys:
            return True
        at = key.find("_", at + 1)
    return False


_SPELLINGS = _spellings()
_BOUND = frozenset(key for key in _SPELLINGS if len(key) <= _SHORT) - _UNBOUND
TRIGGERS = tuple(sorted({trigger for key in _SPELLINGS for trigger in _triggers(key)}))
CAMEL_TRIGGERS = tuple(sorted({trigger for key in _SPELLINGS for trigger in _camel_triggers(key)}))


def person_triggers(labels: Iterable[str]) -> frozenset[str]:
    """Those triggers that end no key but of persons' names, as far as some labels go."""
    others = [key.replace("_", "") for key, rule in KEY_RULES.items() if rule.label != "NAME" and rule.label in labels]
    endings = {other[at:] for other in others for at in range(len(other))}
    names = [
        key
        for key, rule in KEY_RULES.items()
        if rule.label == "NAME" and key in _SPELLINGS and key.replace("_", "") not in endings
    ]
    return frozenset(trigger for key in names for trigger in _triggers(key) | _camel_triggers(key))


_SEPARATOR = re.compile("[:=]|(?<=[A-Za-z0-9])>")
_TAIL = re.compile(r"[\"'\\*\])]{0,4}[ \t]{0,3}[:=]|>")
_ELEMENT = re.compile(r"<(?:[A-Za-z][\w.-]{0,20}:)?([A-Za-z][\w.-]{0,40})>$")
_PLAIN_KEY = re.compile(r"[\w-]{1,40}")
#: The name of a resource, whose parts are set apart by colons (`arn:aws:secretsmanager:...:secret:name`).
_RESOURCE = re.compile(r"(?<![A-Za-z])(?:arn|urn):[^\s\"']{1,140}:$")
_DOUBLED = re.compile("[_ .-]{2}")
#: An option or a list's dash before a name: what follows it is the name.
_DASHED = re.compile(r"(?:^| )-{1,2} ?")
#: Where a quoted value ends: an apostrophe between letters belongs to it.
_CLOSING = {
    '"': re.compile(r'\\*"'), "'": re.compile(r"\\*'(?![^\W\d_])"), "`": re.compile("`"), "“": re.compile("[”\"]"),
}  # fmt: skip
_QUOTES = "\"'“`"


#: Whole keys of JSON that a trigger ended and that say nothing of their value.
SILENT_KEYS: set[str] = set()
_MOST_SILENT = 20_000


#: What can stand between the end of a key and its separator.
AFTER_KEY = frozenset("\"'\\*]) \t:=>")


def separator_after(text: str, key_end: int) -> int:
    """The end of the separator that belongs to a key ending at a place, or -1: what a trigger's hit is turned into."""
    match = (_TAIL.match(text, key_end - 1) if key_end else None) or _TAIL.match(text, key_end)
    return match.end() if match else -1


@lru_cache(maxsize=8192)
def _rule_of(name: str) -> KeyRule | None:
    """The rule of a name in text: of the whole, or of what follows a dash, space or dot in it, save for persons."""
    dashes = list(_DASHED.finditer(name))
    if dashes:
        name = name[dashes[-1].end() :]
    if _DOUBLED.search(name):
        return None
    rule = key_rule(name)
    if rule is not None:
        return rule
    for gap in re.finditer("[ .]", name):
        rule = key_rule(name[gap.end() :])
        if rule is not None:
            return None if rule.shape == "person" else rule
    return None


@lru_cache(maxsize=8192)
def _rule_of_whole(name: str) -> KeyRule | None:
    """The rule of a key of JSON as it stands between its quotes; one that has none is silent from then on."""
    if _PLAIN_KEY.fullmatch(name) is None:
        return None
    if key_rule(name) is None and len(SILENT_KEYS) < _MOST_SILENT:
        SILENT_KEYS.add(name)
    return _rule_of(name)


def field_at(text: str, end: int) -> tuple[int, int, KeyRule] | None:
    """The value behind the name whose separator ends at `end`."""
    at = end - 1
    if text[at] == ">":
        return _element(text, end)
    if at and text[at] == "=" and text[at - 1] in ":=!<>":
        return None
    whole = text.startswith('":', end - 2) and text[end - 3 : end - 2].isalnum()  # a key of JSON, as most are
    at = end - 2 if whole else _key_end(text, end)
    if at == 0 or not (text[at - 1].isalnum()):
        return None
    opening = text.rfind('"', at - 60 if at > 60 else 0, at) if text[at] == '"' else -1
    name = text[opening + 1 : at] if opening >= 0 else ""
    rule = _rule_of_whole(name)
    if rule is None:
        if name in SILENT_KEYS:
            return None
        match = _REVERSED_NAME.match(text[max(0, at - 90) : at][::-1])
        if not match:
            return None
        name = match.group()[::-1]
        rule = _rule_of(name)
        if rule is None:
            return None
    if text[end - 1] == ":" and text[end - 2] not in "\"' \t\n" and _RESOURCE.search(text, max(0, end - 160), end):
        return None
    start_match = _VALUE_START.match(text, end, end + 32)
    start = start_match.end() if start_match else end
    if start >= len(text):
        return None
    quoted = text[start - 1] in _QUOTES and start > end
    stop = _value(text, start, rule, quoted, name)
    return (start, stop, rule) if stop > start else None


def _element(text: str, end: int) -> tuple[int, int, KeyRule] | None:
    """The value of an element of XML whose opening tag ends at `end`."""
    opening = _ELEMENT.search(text[max(0, end - 66) : end])
    if opening is None:
        return None
    rule = key_rule(opening.group(1))
    if rule is None:
        return None
    stop = _value(text, end, rule, False, opening.group(1)) if end < len(text) else -1
    return (end, stop, rule) if stop > end and text[stop : stop + 1] in ("<", "\n", " ", ",") else None


@lru_cache(maxsize=8192)
def _end_of_shape(shape: str, value: str) -> int:
    """Where a quoted value of at most 200 characters stops having a shape; the names of tools come again and again."""
    return shapes.SHAPES[shape](value, 0)


def _value(text: str, start: int, rule: KeyRule, quoted: bool, name: str) -> int:
    shape = rule.shape
    if shape == "password" and text[start] in "/~" and name.lower() == "pwd":
        return -1  # the working directory
    if quoted and shape in ("given_name", "person", "address"):
        closing = _CLOSING[text[start - 1]].search(text, start, start + 200)
        if closing is not None:
            value = text[start : closing.start()]
            stop = _end_of_shape(shape, value)
            return start + stop if stop > 0 and (stop == len(value) or value[stop] in ",;\\") else -1
    if shape == "given_name":
        stop = shapes.given_name(text, start) if quoted else shapes.inverted_name(text, start)
        return stop if not quoted or text[stop : stop + 1] in ("\\", "'", '"', "”", "`", ",", "") else -1
    if shape == "person":
        stop = shapes.person(text, start)
        return stop if not quoted or stop < 0 or stop == len(text) or text[stop] in "\\'\"”`," else -1
    if shape == "address":
        if not quoted and not re.match(r"[0-9]{1,6}[A-Za-z]?,? [A-Za-z]", text[start : start + 12]):
            return -1
        stop = shapes.address(text, start)
        if not quoted and stop > 0:
            cut = re.search(r"[;\t|]|[ ]{2}|,? ?[A-Za-z_]+[=:]|\. ", text[start:stop])
            stop = start + cut.start() if cut else stop
        return stop
    if shape == "pin" and not re.search("pin|code|otp|cv", name, re.I):
        return -1
    return shapes.SHAPES[shape](text, start)


@cache
def _keys_spelled() -> tuple[dict[bytes, list[str]], tuple[int, ...]]:
    """For an engine without triggers: the keys of each spelling, and the sizes of all spellings."""
    known: dict[bytes, list[str]] = {}
    for key, spellings in _SPELLINGS.items():
        for spelled in spellings:
            known.setdefault(spelled.encode(), []).append(key)
    return known, tuple(sorted(set(map(len, known))))


def trigger_ends(text: str, end: int) -> list[int]:
    """Where triggers end of keys that end at a place: there, or for a short key one further."""
    known, sizes = _keys_spelled()
    exact = text[max(0, end - sizes[-1] - 1) : end].encode("utf-8", "surrogatepass")
    folded = exact.lower()  # the letters of ASCII
    found = []
    for size in sizes:
        for key in known.get(folded[-size:], ()) if size <= len(folded) else ():
            if len(key) > _SHORT:
                found.append(end)
            elif text[end : end + 1] in _AFTER_SHORT and (key not in _BOUND or _is_bound(exact, size)):
                found.append(end + 1)
    return found


def _is_bound(exact: bytes, size: int) -> bool:
    """Whether what stands before a short key shows where it begins: no letter, or its own capitals."""
    before, key = exact[:-size][-1:], exact[-size:]
    if not before.isalpha():
        return True
    return key.isalnum() and (key == key.capitalize() or (before.islower() and key.isupper()))


def separators(text: str) -> list[int]:
    """Every place that ends the separator behind a key: what an engine without the triggers looks at."""
    return [match.end() for match in _SEPARATOR.finditer(text) if trigger_ends(text, _key_end(text, match.end()))]


def _key_end(text: str, end: int) -> int:
    """Where the key ends whose separator ends at a place."""
    at = end - 1
    if text[at] == ">":
        return at
    low = max(0, at - 3)
    while at > low and text[at - 1] in " \t":
        at -= 1
    low = max(0, at - 4)
    while at > low and text[at - 1] in "\"'\\*])":
        at -= 1
    return at
