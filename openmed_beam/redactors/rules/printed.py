"""Secrets that a terminal shows or a service hands out: options, prompts, output of commands, webhooks, calls with more arguments."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.command_lines import _given
from openmed_beam.redactors.rules.keys import key_rule
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.spoken import _told

#: Options whose value is a secret whatever it looks like, as long as it is drawn or chosen: the end of their name.
_OPTIONS = (
    "requirepass", "masterauth", "pass", "passcode", "pw", "pwd", "psk", "credential", "credentials", "secret-key", "secret-access-key", "secretkey",
    "client-key", "account-key", "auth-key", "authkey", "license-key", "encryption-key", "master-key", "signing-key", "deploy-key", "sas", "bearer", "jwt", "pin", "auth-code", "join-token",
    "rootpw", "bindpw", "userpass", "storepass", "keypass", "dbpass", "db-pass",
)  # fmt: skip
_OPTION_WORDS = "|".join(sorted(_OPTIONS, key=len, reverse=True))


def _chosen(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A value of an option: no path, no placeholder; with a digit, a mark or capitals inside."""
    span = _given(text, start, end)
    if span is None:
        return None
    value = text[span[0] : span[1]]
    return (
        span
        if validators.password_value(value, False)
        and not re.fullmatch(r"[a-z]+[0-9]?|[A-Z_]+", value)
        and not value.startswith("@")
        else None
    )


#: Commands that print a secret and nothing else, each with what names it.
_PRINTING = (
    ("vault kv get", r"[^\n]{0,80}-field[= ](?P<field>[\w.-]{1,40})[^\n]{0,120}"), ("vault read", r"[^\n]{0,80}-field[= ](?P<field>[\w.-]{1,40})[^\n]{0,120}"),
    ("op read", r" [\"']?op://[^\s\"']{1,100}/(?P<field>[\w -]{1,40})[\"']?"), ("op item get", r"[^\n]{0,100}--fields? (?:label=)?(?P<field>[\w.-]{1,40})[^\n]{0,60}"),
    ("pass show", r" [^\s\n]{1,100}"), ("gopass show", r" [^\n]{1,100}"), ("bw get password", r" [^\n]{1,100}"), ("lpass show", r" [^\n]{0,60}--password[^\n]{0,60}"),
    ("security find-generic-password", r"[^\n]{0,120} -w[^\n]{0,60}"), ("gcloud auth print-access-token", r""), ("gcloud auth print-identity-token", r""),
    ("aws secretsmanager get-secret-value", r"[^\n]{0,160}SecretString[^\n]{0,60}"), ("aws ssm get-parameter", r"[^\n]{0,100}--with-decryption[^\n]{0,120}"),
    ("gcloud secrets versions access", r" [^\n]{1,120}"), ("az keyvault secret show", r"[^\n]{0,160}(?:-o tsv|--output tsv)[^\n]{0,30}"), ("kubectl get secret", r"[^\n]{0,160}(?:jsonpath|base64)[^\n]{0,120}"),
    ("heroku config:get", r" (?P<field>[\w.-]{1,60})[^\n]{0,60}"), ("printenv", r" (?P<field>[\w.-]{1,60})"), ("echo $", r"\{?(?P<field>[\w.-]{1,60})\}?"), ("echo \"$", r"\{?(?P<field>[\w.-]{1,60})\}?\""),
    ("cat /run/secrets/", r"(?P<field>[\w.-]{1,60})"), ("openssl rand", r" -(?:hex|base64) [0-9]{1,3}"), ("pwgen", r" [^\n]{0,40}"), ("gh auth token", r""), ("terraform output", r" -raw (?P<field>[\w.-]{1,60})"),
)  # fmt: skip
_SHOWN = r"(?:[ ]{0,2}\n(?:[$>#] )?|[ ]{1,3}(?:→|->|=>|-->)[ ]{1,3})"
_SECRET_WORD = re.compile(r"(?ai:pass|pw|secret|token|key|credential|pin|cred|jwt|auth)")


def _printed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """All of a line behind a command: one word that is drawn or chosen."""
    value = text[start:end]
    if value.endswith(":") or validators.placeholder(value) or value.startswith(("-", "/", "~", "$", "./", "{", "[")):
        return None
    drawn = (
        re.fullmatch("[0-9a-f]{16,}", value)
        or validators.keyish(value)
        or re.search(r"[0-9].*[A-Za-z]|[A-Za-z].*[0-9]", value)
        or re.search("[!@#$%^&*+]", value)
    )
    return (start, end) if len(value) >= 6 and drawn else None


def _print_rule(command: str, tail: str) -> Rule:
    """A value that a command prints, below it or behind an arrow, if the field that it asks for is a secret."""
    opening = rf"(?<![A-Za-z0-9_./-]){re.escape(command)}"
    named = re.compile(rf"{opening}{tail}{_SHOWN}$")

    def check(text: str, start: int, end: int) -> tuple[int, int] | None:
        if "(?P<field>" in tail:
            found = named.search(text, max(0, start - 300), start)
            field = found["field"] if found else ""
            rule = key_rule(field) if field else None
            if (rule is None or rule.label != "SECRET") and not _SECRET_WORD.search(field):
                return None
        return _printed(text, start, end)

    return Rule(
        f"secret that {command.strip()} prints", "SECRET", (re.escape(command),), rf"{opening}{tail}{_SHOWN}(?P<v>[^\s\"'`<>]{{6,400}})(?=[ ]{{0,3}}(?:\n|$|[,;]))",
        check=check, rank=83, spread=True, back=len(command) + 2, width=720, head=opening, source="command lines",
    )  # fmt: skip


_PROMPTED = re.compile(
    r"(?ai:(?:password|passwd|passphrase|passcode|secret|token|api[_ -]?key|access[_ -]?key|credential|auth[_ -]?key|private[_ -]?key|_pw|_pwd|_pass|(?<![a-z])pin)[\w .'\"()/:-]{0,40}(?:\n[^\n]{0,160}){0,3}$)"
)


def _asked(text: str, start: int, end: int) -> tuple[int, int] | None:
    """What was typed at a prompt for the value of a secret."""
    if not _PROMPTED.search(text, max(0, start - 320), text.rfind("\n", 0, start) + 1):
        return None
    value = text[start:end]
    return (
        (start, end)
        if validators.password_value(value, False)
        or (len(value) >= 6 and not validators.placeholder(value) and not value.isalpha())
        else None
    )


#: Webhooks: who holds the address can write. What opens the address, and the drawn rest; Slack's and Discord's stand in `secrets`.
_WEBHOOKS: tuple[tuple[str, str, str], ...] = (
    ("power automate", r"logic\.azure\.com", r"(?::443)?/workflows/(?P<v>[A-Za-z0-9/%?=&._-]{40,400})"),
    ("power platform", r"api\.powerplatform\.com", r"(?::443)?/(?P<v>[A-Za-z0-9/%?=&._-]{40,500}sig=[A-Za-z0-9%._-]{20,100})"),
    ("google chat", r"chat\.googleapis\.com", r"/v1/spaces/(?P<v>[A-Za-z0-9_-]{6,40}/messages\?key=[A-Za-z0-9_-]{20,60}&token=[A-Za-z0-9_%=-]{20,100})"),
    ("zapier", r"hooks\.zapier\.com", r"/hooks/catch/(?P<v>[0-9]{4,12}/[A-Za-z0-9]{5,20})"),
    ("make", r"//hook\.", r"(?:[a-z0-9]{2,6}\.)?(?:make|integromat)\.com/(?P<v>[a-z0-9]{24,50})"),
    ("ifttt", r"maker\.ifttt\.com", r"/(?:trigger/[\w-]{1,60}/(?:json/)?with/key|use)/(?P<v>[A-Za-z0-9_-]{15,60})"),
    ("pagerduty", r"pagerduty\.com/integration/", r"(?P<v>[0-9a-f]{32})/enqueue"),
    ("lark", r"/open-apis/bot/v2/hook/", r"(?P<v>[0-9a-f-]{30,40})"),
    ("dingtalk", r"oapi\.dingtalk\.com", r"/robot/send\?access_token=(?P<v>[0-9a-f]{40,80})"),
    ("wecom", r"qyapi\.weixin\.qq\.com", r"/cgi-bin/webhook/send\?key=(?P<v>[0-9a-f-]{30,40})"),
    ("healthchecks", r"hc-ping\.com/", r"(?P<v>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"),
    ("mattermost, rocket.chat", r"/hooks/[A-Za-z0-9]", r"(?P<v>[A-Za-z0-9]{16,23}/[A-Za-z0-9]{40,50}|[a-z0-9]{26})(?![A-Za-z0-9])"),
)  # fmt: skip

#: Calls whose third argument is a password, and those whose second is, before the place to connect to.
_THIRD = ("PlainAuth(", "mysqli_connect(", "mysql_connect(", "mysqli(", "PDO(", "getConnection(", "ldap_bind(", "ldap3.Connection(", "MySQLdb.connect(", "pymysql.connect(", "pg_connect(", "odbc_connect(", "ssh2_auth_password(", "Ftp.connect(", "HTTPBasicAuthHandler(")  # fmt: skip
_SECOND = ("cx_Oracle.connect(", "oracledb.connect(", "oci_connect(", "NetworkCredential(", "UsernamePasswordCredential(", "PasswordAuthentication(", "ftp_login(", "setCredentials(", "withCredentials(", "htpasswd(")  # fmt: skip
_ARGUMENT = r"(?:[\"'][^\"'\n\\]{0,160}[\"']|[^\s\"',()]{1,60}(?:\([^()\n]{0,60}\))?)\s{0,3},\s{0,8}"


def _argument(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    odd = any(char.isdigit() for char in value) or any(char in "!@#$%^&*+~?" for char in value)
    return (start, end) if odd and validators.password_value(value, True) else None


def _call_rule(name: str, calls: tuple[str, ...], before: int) -> Rule:
    heads = "|".join(map(re.escape, calls))
    return Rule(
        name, "SECRET", tuple(map(re.escape, calls)),
        rf"(?:{heads})\s{{0,8}}(?:{_ARGUMENT}){{{before}}}[\"'](?P<v>[^\"'\n\\]{{4,100}})(?=[\"']\s{{0,4}}[,)])",
        check=_argument, rank=84, spread=True, back=max(map(len, calls)) + 2, width=560, head=f"(?:{heads})", source="code",
    )  # fmt: skip


_CODES = "fob|key fob|locker|lockbox|lock box|key safe|keysafe|keypad|elevator|lift|vault|front door|back door|panic|voicemail|puk|unlock|gym|shed|car park|parking|barrier|intercom|digicode"

_SAID = ("password", "passcode", "passphrase", "pw", "pwd", "pin")


def _drawn_before(text: str, start: int, end: int) -> tuple[int, int] | None:
    """What stands before `is the password`: letters, digits and a mark or a capital inside."""
    value = text[start:end]
    kinds = [
        any(map(str.isdigit, value)),
        any(map(str.isalpha, value)),
        bool(re.search(r"[!@#$%^&*+~_-]|(?<=.)[A-Z]", value)),
    ]
    return _told(text, start, end) if all(kinds) and "://" not in value and not re.search(r"@[\w-]+\.", value) else None


PRINTED_RULES: tuple[Rule, ...] = (
    Rule(
        "password behind its user", "SECRET", tuple(f" {word}[ :=]" for word in ("pass", "pw", "pwd", "password", "passwd", "pword")),
        r"(?ai:(?<![A-Za-z])(?:log-?in|user(?:name| id)?|userid|account|acct|uid|email)(?: is)?[ :=]{1,3})[\"'`]?[A-Za-z0-9_.@+-]{2,64}[\"'`]?(?:[,;/]? | and | with )(?:the |my )?(?ai:pass(?:word|wd)?|pwd?|pword)(?: is)?[ :=]{1,3}[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,100})",
        check=_told, rank=77, spread=True, back=100, width=260, caseless=True, head="(?ai:(?<![A-Za-z])(?:log|user|account|acct|uid|email))", source="prose",
    ),
    Rule(
        "password before its name", "SECRET", tuple(f" {word}" for word in _SAID),
        rf"(?<![^\s\"'`(:])(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){{}}]{{5,60}})[\"'`]? (?:is|was|as) (?ai:(?:the|my|your|his|her|our|their|a) (?:[a-z-]{{2,12}} ){{0,2}}(?:{'|'.join(_SAID)}))(?![A-Za-z0-9_])",
        check=_drawn_before, rank=76, spread=True, back=120, width=170, caseless=True,
        behind=rf"(?ai:(?:{'|'.join(word[::-1] for word in _SAID)}) (?:[a-z-]{{2,12}} ){{0,2}}(?:eht|ym|ruoy|sih|reh|ruo|rieht|a) (?:si|saw|sa) [\"'`]?[^\s]{{6,62}})", source="prose",
    ),
    Rule(
        "password that was reset", "SECRET", tuple(f"{verb} to " for verb in ("reset", "changed", "set", "updated", "rotated")),
        r"(?ai:(?<![A-Za-z])(?:password|passcode|passphrase|pin|pw|pwd)(?: for [^\n.;]{1,40}?)? (?:has been|have been|was|is|got|is now|were|had been)(?: just| now| temporarily)? (?:reset|changed|set|updated|rotated) to )[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,100})",
        check=_told, rank=77, spread=True, back=90, width=220, caseless=True, head="(?ai:(?<![A-Za-z])(?:pass|pin|pw))", source="prose",
    ),
    Rule(
        "network and its password", "SECRET", tuple(f"{word}[:=] ?[A-Za-z0-9]" for word in ("wifi", "wi-fi", "wlan", "ssid")),
        r"(?ai:(?<![A-Za-z])(?:wifi|wi-fi|wlan|ssid))[:=] ?[A-Za-z0-9][A-Za-z0-9_. -]{1,31}? ?[/|,;] ?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{7,63})",
        check=_told, rank=76, spread=True, back=12, width=120, caseless=True, head="(?ai:(?<![A-Za-z])(?:wifi|wi-fi|wlan|ssid))", source="prose",
    ),
    Rule(
        "code on the back of a card", "SECRET", tuple(f"{word}[ :]" for word in ("security code", "cvv", "cvc", "cv2", "csc", "cvv2", "cvc2")),
        r"(?ai:(?<![A-Za-z])(?:security code|cvv2?|cvc2?|cv2|csc)(?: (?:code|number|no))?(?: (?:on|from|at)(?: the| my)? back)?(?: of (?:the|my|this|that) card)?(?: is| was|:)?) (?P<v>[0-9]{3,4})(?![0-9A-Za-z.,-]?[0-9A-Za-z])",
        near="close", rank=76, back=18, width=90, caseless=True, head="(?ai:(?<![A-Za-z])(?:sec|cv|csc))", source="prose",
    ),
    Rule(
        "seed of an authenticator", "SECRET", tuple(f"{word} {end}" for word in ("totp", "2fa", "mfa", "otp", "authenticator") for end in ("seed", "secret", "key", "setup")),
        r"(?ai:(?<![A-Za-z])(?:totp|2fa|mfa|otp|authenticator) (?:seed|secret|setup key|key)(?: is)?)[ :=]{1,3}[\"'`]?(?P<v>[A-Z2-7]{16,64}|(?:[A-Za-z2-7]{4}[ -]){3,15}[A-Za-z2-7]{4})(?![A-Za-z0-9])",
        rank=79, spread=True, back=26, width=120, caseless=True, head="(?ai:(?<![A-Za-z])(?:totp|2fa|mfa|otp|auth))", source="RFC 6238",
    ),
    Rule(
        "password piped to a login", "SECRET", ("--password-stdin",),
        r"(?<![A-Za-z0-9_])(?:echo|printf)[ ](?:-[ne]{1,2}[ ])?[\"']?(?P<v>[^\s\"'`;|$<>:]{4,200})[\"']?[ ]?\|[ ]?[^\n|;]{1,160}--password-stdin",
        check=_given, rank=84, spread=True, back=420, width=440, head=r"(?<![A-Za-z0-9_])(?:echo|printf)[ ]", source="docker-login(1)",
    ),
    Rule(
        "password on a line of its own option", "SECRET", tuple(f"[_.-]{word}[ \t]" for word in ("pass", "password", "passwd", "pwd", "psk", "secret")),
        r"(?:(?<=\n)|(?<![^\n]))[ \t]{0,8}(?:[A-Za-z][A-Za-z0-9]{0,20}[_.-]){1,3}(?ai:pass|password|passwd|pwd|psk|secret)[ \t]{1,8}[\"']?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}=]{5,100})[\"']?(?=[ \t]{0,4}(?:\n|\r|$))",
        check=_told, rank=78, spread=True, back=90, width=220, caseless=True, source="configuration files",
    ),
    Rule(
        "hash in a file of accounts", "SECRET", tuple(rf":\${kind}\$" for kind in ("1", "2[abxy]", "5", "6", "7", "y", "gy", "apr1", "argon2id?", "scrypt")),
        r"(?<=:)(?P<v>\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2id?|scrypt)\$[A-Za-z0-9./$=,+_-]{20,200})(?=[:\s\"']|$)", rank=80, spread=True, back=16, width=240, source="shadow(5)",
    ),
    Rule(
        "password, contracted", "SECRET", tuple(f"{word}{mark}s " for word in ("password", "passcode", "passphrase", "pin", "pw", "code") for mark in ("'", "’")),
        r"(?ai:(?<![A-Za-z])(?:password|passcode|passphrase|pin|pw|code)(?:'s|’s) (?:now |still |currently )?)[\"'`“]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,100})",
        check=_told, rank=77, spread=True, back=18, width=150, caseless=True, head="(?ai:(?<![A-Za-z])(?:pass|pin|pw|code))", source="prose",
    ),
    Rule(
        "code of a door or a safe", "SECRET", tuple(f"{word}{code}" for word in _CODES.split("|") for code in (" code", " pin")),
        rf"(?ai:(?<![A-Za-z])(?:{_CODES}) (?:code|pin)s?(?: (?:is|was|for [a-z ]{{1,24}} is|to [a-z ]{{1,24}} is))?)[ :=]{{1,3}}(?P<v>[#*]?[0-9]{{4,8}}[#*]?|[A-Z]?[0-9]{{2,5}}[A-Z][0-9]{{0,3}}[#*]?)(?![0-9A-Za-z-])",
        near="close", rank=76, spread=True, back=26, width=90, caseless=True, head=rf"(?ai:(?<![A-Za-z])(?:{_CODES}))", source="prose",
    ),
    *(_print_rule(*row) for row in _PRINTING),
    *(
        Rule(
            f"webhook of {name}", "SECRET", (opening,), opening.removesuffix("[A-Za-z0-9]") + rest,
            rank=91, spread=True, back=40, width=760, head=opening, source="vendors' webhooks",
        )
        for name, opening, rest in _WEBHOOKS
    ),
    Rule(
        "option that takes a secret", "SECRET", tuple(rf"-{word}[ =][^\s-]" for word in _OPTIONS),
        rf"(?<![A-Za-z0-9_-])--(?:[a-z][a-z-]{{0,30}}-)?(?:{_OPTION_WORDS})[ =](?!-)[\"']?(?P<v>[^\s\"'`;|$<>]{{6,200}})",
        check=_chosen, rank=84, spread=True, back=60, width=300, head=r"(?<![A-Za-z0-9_-])--[a-z]", source="command lines",
    ),
    Rule(
        "value asked for", "SECRET", (r"Enter a value: ", r"Enter value: ", r"[Ee]nter (?:the |your |new )?(?:password|passphrase|secret|token|api key|pin)"),
        r"(?:Enter a value|Enter value|[Ee]nter (?:the |your |new )?(?:password|passphrase|secret|token|api key|pin)[^\n]{0,40}?): {1,2}(?P<v>[^\s\"'`<>]{4,200})(?=[ ]{0,3}(?:\n|$))",
        check=lambda t, s, e: _asked(t, s, e) if "value" in t[max(0, s - 16) : s] else _printed(t, s, e),
        rank=83, spread=True, back=80, width=300, head="(?:Enter a|Enter v|[Ee]nter )", source="prompts",
    ),
    _call_rule("password, third argument", _THIRD, 2),
    _call_rule("password, second argument", _SECOND, 1),
)  # fmt: skip
