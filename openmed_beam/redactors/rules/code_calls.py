"""Secrets in code and configuration whose name stands apart: arguments of calls, headers, a key below its service."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.keys import key_rule
from openmed_beam.redactors.rules.rule import Rule

#: Calls of a name and its value; calls of a user and a password.
_NAMED_CALLS = ("environ.get(", "environ.setdefault(", "getenv(", "setenv(", "putenv(", ".header(", "setHeader(", "addHeader(", "set_header(", "add_header(", ".set(", ".append(", ".setProperty(", ".env(", ".Set(", ".Add(", ".SetHeader(", ".AddHeader(", ".Setenv(", ".put(")  # fmt: skip
_LOGIN_CALLS = ("auth=(", "BasicAuth(", "basic_auth(", "BasicAuthentication(", ".login(", ".auth(", "Credential(", "Credentials(", "AuthProvider(")  # fmt: skip


def _alternatives(words: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, words))


def _password(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A second argument that is a password: not a name, a path or a word."""
    value = text[start:end]
    odd = any(char.isdigit() for char in value) or any(char in "!@#$%^&*+~?" for char in value)
    return (start, end) if odd and validators.password_value(value, True) else None


_ARGUMENT_NAME = re.compile(r"[\"']([A-Za-z][\w.-]{1,60})[\"'],\s{0,4}[\"']$|process\.env\.([A-Za-z_]\w{1,60})\s{0,2}(?:\|\||\?\?)\s{0,2}[\"'`]$")  # fmt: skip


def _named_argument(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A value beside a name that says that it is secret."""
    found = _ARGUMENT_NAME.search(text, max(0, start - 90), start)
    name = (found.group(1) or found.group(2)) if found else ""
    rule = key_rule(name) if name else None
    if rule is None or rule.label != "SECRET":
        return None
    value = text[start:end]
    known = validators.password_value(value, True) if rule.shape == "password" else validators.token_value(value)
    return (start, end) if known or _password(text, start, end) else None


#: Services and parts of a configuration whose `key` or `id` is a secret.
_SERVICE = re.compile(
    r"(?ai:(?:[\w.-]{0,40}(?:api|auth|secret|credential|token|openai|anthropic|azure|stripe|sendgrid|mailgun|twilio|aws|s3|gcp|google|algolia"
    r"|datadog|sentry|slack|github|gitlab|pusher|maps|search|signing|encryption|jwt|session|license|webhook|gateway|provider|service)[\w.-]{0,20}))"
)
_YAML_KEY = re.compile(r"(?P<indent>[ ]*)(?:- )?(?P<name>[\w.-]{1,60}):[ ]*")


def _below_service(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A drawn value under `key:` whose parent, the nearest line with less indentation, names a service."""
    line = text.rfind("\n", 0, start) + 1
    own = len(text[line:start]) - len(text[line:start].lstrip(" "))
    value = text[start:end]
    if validators.placeholder(value) or not validators.token_value(value):
        return None
    for _ in range(12):
        if line == 0:
            return None
        above = text.rfind("\n", 0, line - 1) + 1
        found = _YAML_KEY.match(text, above, line)
        if found is not None and len(found.group("indent")) < own:
            return (
                (start, end)
                if text[found.end() : line].strip() == "" and _SERVICE.fullmatch(found.group("name"))
                else None
            )
        line = above
    return None


def _authorization(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    return (
        (start, end)
        if not validators.placeholder(value) and any(map(str.isdigit, value)) and validators.keyish(value)
        else None
    )


def _drawn(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Letters of both cases and digits without order; a digest is none."""
    value = text[start:end]
    kinds = (any(map(str.isupper, value)), any(map(str.islower, value)), sum(map(str.isdigit, value)) > 1)
    return (start, end) if all(kinds) and validators.keyish(value) and validators.entropy(value) >= 3.5 else None


CODE_RULES: tuple[Rule, ...] = (
    Rule(
        "secret argument", "SECRET", tuple(map(re.escape, _NAMED_CALLS)),
        rf"(?:{_alternatives(_NAMED_CALLS)})\s{{0,8}}[\"'][A-Za-z][\w.-]{{1,60}}[\"'],\s{{0,4}}[\"'](?P<v>[^\"'\n\\]{{4,400}})(?=[\"'])",
        check=_named_argument, rank=84, spread=True, back=24, width=520, head=f"(?:{_alternatives(_NAMED_CALLS)})", source="code",
    ),
    Rule(
        "default of a secret variable", "SECRET", (r"process\.env\.",),
        r"process\.env\.[A-Za-z_]\w{1,60}\s{0,2}(?:\|\||\?\?)\s{0,2}[\"'`](?P<v>[^\"'`\n\\]{4,400})(?=[\"'`])",
        check=_named_argument, rank=84, spread=True, back=14, width=500, head=r"process\.env\.", source="code",
    ),
    Rule(
        "password argument", "SECRET", tuple(map(re.escape, _LOGIN_CALLS)),
        rf"(?:{_alternatives(_LOGIN_CALLS)})\s{{0,8}}[\"'][^\"'\n\\]{{1,100}}[\"'],\s{{0,8}}[\"'](?P<v>[^\"'\n\\]{{4,100}})(?=[\"']\s{{0,4}}[),])",
        check=_password, rank=84, spread=True, back=24, width=260, head=f"(?:{_alternatives(_LOGIN_CALLS)})", source="code",
    ),
    Rule(
        "key below its service", "SECRET", (" key: ",),
        r"(?<=\n)[ ]{1,20}key: [\"']?(?P<v>[A-Za-z0-9_+/=.~-]{16,400})(?![A-Za-z0-9_(])",
        check=_below_service, rank=80, spread=True, back=28, width=450, head=r"(?<=\n)[ ]{1,20}key: ", source="YAML",
    ),
    Rule(
        "key parameter", "SECRET", (r"[^A-Za-z0-9_]key=",), r"(?<![\w-])key=(?P<v>[A-Za-z0-9_-]{30,200})(?![A-Za-z0-9_.%-])",
        check=_drawn, rank=80, spread=True, back=8, width=220, head="key=", source="query strings",
    ),
    Rule(
        "authorization header of another scheme", "SECRET", ("authorization",),
        r"(?ai:authorization)[\"'\\]{0,4}\s{0,3}[:=,]\s{0,3}[\"'\\]{0,4}(?!(?ai:basic|bearer|digest|aws4|negotiate)[ ])(?:[A-Za-z][A-Za-z0-9_-]{1,24}[ ]{1,2})?(?ai:token=)?[\"'\\]{0,2}(?P<v>[A-Za-z0-9_~+/.=|:-]{16,2000})",
        check=_authorization, rank=82, spread=True, back=16, width=2100, caseless=True, head="(?ai:authorization)", source="RFC 9110",
    ),
    Rule(
        "password in an oracle url", "SECRET", ("jdbc:oracle",), r"jdbc:oracle:[a-z0-9]{1,8}:[A-Za-z0-9_]{1,40}/(?P<v>[^@\s\"'/]{3,64})@",
        check=lambda t, s, e: None if validators.placeholder(t[s:e]) else (s, e), rank=84, spread=True, back=14, width=130, head="jdbc:oracle", source="Oracle JDBC",
    ),
)  # fmt: skip
