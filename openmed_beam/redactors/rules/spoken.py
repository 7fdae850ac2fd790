"""Secrets that people tell: in a sentence, in an answer, behind an arrow, in a list of codes.

What stands behind a name and a separator (`password: ...`) is found by `fields`.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.rule import Rule

_TOLD_VERBS = "is|was|are|will be|changed to|set to|reset to|es|est|ist|lautet|è|é|e|är|jest"
_TOLD_ALONE = "password|passcode|passphrase|passwd|pwd|pw|pin|otp|cvv|cvc|code"
_TOLD_WORDS = (
    _TOLD_ALONE
    + "|token|secret|key|contrase(?:ñ|n)a|clave|mot de passe|passwort|kennwort|senha|wachtwoord|lösenord|hasło"
)
_TOLD_CODE = "|(?:verification|security|access|door|gate|alarm|lock|unlock|entry|mfa|2fa|one-time|safe|garage) code"
_TOLD = _TOLD_WORDS.replace("|code", _TOLD_CODE)
#: Words for a password and what joins them to their place (`senha do wifi: ...`).
_FOREIGN = {
    "senha": "do da de para", "contraseña": "del de para", "clave": "del de para", "passwort": "für zum vom", "kennwort": "für",
    "mot de passe": "du de pour", "wachtwoord": "voor van", "lösenord": "för till", "hasło": "do dla", "parola": "del della per",
    "adgangskode": "til", "passord": "til", "salasana": "on",
}  # fmt: skip
_FOREIGN_PLACES = tuple(f"{word} {of}" for word, ofs in _FOREIGN.items() for of in ofs.split())
_TOLD_BARE = _TOLD_ALONE.replace("|code", _TOLD_CODE)

#: Words of sentences that the list of BIP 39 does not hold.
_SENTENCE = re.compile(r"(?<![a-z])(?:the|and|for|are|was|with|your|you|must|not|from|that|this|will|our|has)(?![a-z])")
_PASSWORD_WORD = re.compile(r"(?ai:(?<![a-z])(?:pass(?:word|code|phrase)?|pwd?|pin|login)(?![a-z]))")
#: Whose password stands behind.
_ACCOUNT = re.compile(
    r"(?ai:@|(?<![a-z])(?:user(?:name)?|login|log-?in|account|acct|smtp|imap|pop3|ftp|sftp|ssh|vpn|rdp|portal|admin|root|host|server|email|mailbox|benutzer|usuario|utilisateur|utente|id)(?![a-z]))"
)
_HEX = re.compile(r"[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: Behind one of these words, what looks like a digest or a UUID is a key all the same.
_STRONG_CUE = re.compile(
    r"(?ai:(?<![a-z])(?:api|auth|access|secret|server|bot|client|private|deploy|personal access|service|refresh|session|signing|master|account|license"
    r"|subscription|admin|openai) ?(?:key|token|secret) [\"'`“]?$)"
)


def _key_in_prose(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A key behind a word for keys and nothing else: its letters are drawn, not written."""
    while end > start and text[end - 1] in ".=" and not text[start:end].endswith("=="):
        end -= 1
    value = text[start:end]
    if validators.placeholder(value) or not any(map(str.isdigit, value)):
        return None
    if _HEX.fullmatch(value):
        return (start, end) if len(set(value)) >= 8 and _STRONG_CUE.search(text, max(0, start - 40), start) else None
    kinds = any(map(str.isupper, value)) and any(map(str.islower, value))
    drawn = (
        kinds
        and validators.keyish(value)
        and validators.entropy(value) >= 3.5
        and not re.search(r"[/.]{1}[a-z]{3,}[/.]", value)
    )
    return (start, end) if drawn else None


_CODE_ITEM = re.compile(r"(?:[0-9]{1,2}[.)] )?([A-Za-z0-9-]{4,51})[,;\s]{0,3}")


def _codes(text: str, start: int, end: int) -> tuple[int, int] | None:
    """As many codes as follow each other; each holds a digit."""
    at = start
    last = -1
    while (item := _CODE_ITEM.match(text, at, end)) and any(map(str.isdigit, item.group(1))):
        at, last = item.end(), item.end(1)
    return (start, last) if last > start else None


_NUMERIC_CUE = re.compile(r"(?ai:(?<![a-z])(?:pin|otp|code|passcode|cvv|cvc)[^0-9\n]{0,24}$)")

#: What a certificate or an image is pinned to.
_DIGEST = re.compile(r"(?ai:sha-?(?:1|224|256|384|512)|md5|blake[23][bs]?)[/:-]")
#: Behind one of these even a word with a digit or two (`bluebird7`) is a password, unless it names a format.
_PASSWORD_CUE = re.compile(
    r"(?ai:(?<![a-z])(?:pass(?:word|code|phrase|wd)|pwd|contrase(?:ñ|n)a|mot de passe|passwort|kennwort|senha|wachtwoord|lösenord|hasło)"
    rf"(?: (?:{_TOLD_VERBS})[: ]|(?: [\w'’-]{{1,20}}){{1,6}}(?: (?:{_TOLD_VERBS})[: ]| ?: ))[\"'`“]?$)"
)
_PASSWORD_SAID = re.compile(
    rf"(?ai:pass(?:word|code|phrase|wd)|pwd|passwort|senha|contraseña)s? (?:{_TOLD_VERBS})[: ][\"'`“]?$"
)
_TECHNICAL = re.compile(
    r"(?:sha|md|utf|base|aes|rsa|argon|pbkdf|crypt|oauth|latin|ascii|step|level|stage|option|line|page|field)-?[0-9]"
)


def _told(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A password in a sentence: it must not look like the sentence's next word."""
    while end > start and text[end - 1] in ".,;:?)*" and not (text[end - 1] == "*" and text[start : end - 1].isdigit()):
        end -= 1
    if text[end - 1 : end] == "!" and not any(char.isdigit() for char in text[start:end]):
        end -= 1
    value = text[start:end]
    if re.fullmatch("#?[0-9]{3,8}[#*]?|[0-9]{3,4}(?:-[0-9]{2,4}){1,3}", value):
        cue = _NUMERIC_CUE.search(text, max(0, start - 44), start)
        cue = cue or (_PASSWORD_SAID.search(text, max(0, start - 44), start) if len(value) >= 6 else None)
        return (start, end) if cue and (len(value) > 3 or "cv" in cue.group().lower()) else None
    if len(value) < 4 or validators.placeholder(value) or _DIGEST.match(value):
        return None
    if any(char.isdigit() for char in value) and any(char.isalpha() for char in value):
        if value.islower() and re.fullmatch("[a-z]+-?[0-9]{1,2}|[0-9]+-?[a-z]+", value):
            said = _PASSWORD_CUE.search(text, max(0, start - 44), start)
            return (start, end) if said and len(value) >= 6 and not _TECHNICAL.match(value) else None
        return (
            (start, end)
            if len(value) >= 6
            and not validators._CODE.search(value)
            and not re.match(r"v?[0-9.]+$|[0-9]+[a-z]{1,9}$", value)
            else None
        )
    return (
        (start, end)
        if len(value) >= 8 and re.search("[$!@#%^&*+~]", value) and not validators._CODE.search(value)
        else None
    )


SPOKEN_RULES: tuple[Rule, ...] = (
    Rule(
        "secret told in prose", "SECRET",
        (rf"(?:{_TOLD_WORDS})s?(?: code| number| phrase)? (?:{_TOLD_VERBS})[ :]", rf"(?:{_TOLD_ALONE})s?(?: code| number| phrase)? (?:[\"'`(]|\xe2\x80\x9c)?[A-Za-z0-9$!@#%^&*]",
         r"(?:pass(?:word|code|phrase|wd)|pwd?)s? (?:for|to|of|on|at) ", *(f"{words} " for words in _FOREIGN_PLACES)),
        rf"(?ai:(?<![A-Za-z])(?:(?:{_TOLD})s?(?: code| number| phrase)?[ ](?:{_TOLD_VERBS})(?:[ ]|: )(?:now |still |currently |temporarily |probably |maybe |likely |definitely |simply |just |actually )?"
        rf"|(?:(?:pass(?:word|code|phrase|wd)|pwd?)s?[ ](?:for|to|of|on|at)|{'|'.join(_FOREIGN_PLACES)})(?:[ ][\w'’-]{{1,20}}){{1,5}}?(?:[ ](?:{_TOLD_VERBS})(?:[ ]|: )|[ ]= | ?: )"
        rf"|(?:{_TOLD_BARE})s?(?: code| number| phrase)?[ ]))"
        r"[\"'`“(]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{2,200})",
        check=_told, rank=79, spread=True, back=48, width=340, caseless=True, head=f"(?ai:(?<![A-Za-z])(?:{_TOLD}))", source="prose",
    ),
    Rule(
        "passphrase in quotes", "SECRET", (r"pass(?:word|phrase|code) ",),
        r"(?ai:(?<![A-Za-z])pass(?:word|phrase|code)[ ](?:[^.,;:\n\"]{2,60}[ ])?(?:is|was|=|to)[ ]?)(?:\"(?P<v>[^\"\n]{6,80})\"|“(?P<w>[^”\n]{6,80})”)",
        check=lambda t, s, e: (s, e) if " " in t[s:e] and (any(c.isdigit() for c in t[s:e]) or len(t[s:e].split()) >= 4) else _told(t, s, e),
        rank=80, spread=True, back=12, width=180, caseless=True, head="(?ai:pass)", source="prose",
    ),
    Rule(
        "key told in prose", "SECRET", tuple(f"[^A-Za-z_]{word} " for word in ("key", "token", "secret", "apikey")),
        r"(?ai:(?<![A-Za-z_])(?:key|token|secret|apikey)[ ])(?=[^0-9]{0,96}[0-9])[\"'`“]?(?P<v>[A-Za-z0-9_+/=.~-]{20,500})(?![A-Za-z0-9(])",
        check=_key_in_prose, near="ahead", exact=True, rank=79, spread=True, back=10, width=540, caseless=True, source="prose",
    ),
    Rule(
        "secret behind an arrow", "SECRET", tuple(f"{word} {mark} " for word in ("password", "passwd", "pass", "pwd", "pw", "passcode", "passphrase", "pin", "secret", "token", "key") for mark in ("->", "-", r"\xe2\x86\x92", r"\xe2\x80\x93", r"\xe2\x80\x94", "~", "/", r"\|")),
        r"(?ai:(?<![A-Za-z])(?:password|passwd|pass|pwd|pw|passcode|passphrase|pin|secret|token|key))[ ](?:->|→|[-–—~/|])[ ][\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,200})",
        check=_told, rank=78, spread=True, back=16, width=230, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:pass|pw|pin|secret|token|key))", source="prose",
    ),
    Rule(
        "secret in an answer", "SECRET", tuple(rf"{word}{end}" for word in ("password", "passcode", "passphrase", "pwd", "[^0-9A-Za-z_+/=]pin", "[^0-9A-Za-z_+/=]pw") for end in (r"\?", r"\n", r" please")),
        r"(?ai:(?:(?<![A-Za-z])(?:password|passcode|passphrase|pwd)|(?<![\w+/=])(?:pin|pw))(?: please\??|\?|(?=\n)))\s{1,3}(?:[<>*-]{1,2} )?(?ai:[a-z]{2,12}: )?(?ai:(?:sure|yes|ok|okay|it's|its|it is|it’s|that's|try|use|is|was|should be|[,:.-])[ ,:]{0,2}){0,4}[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,200})",
        check=_told, rank=77, spread=True, back=20, width=280, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:pass|pwd|pin|pw))", source="prose",
    ),
    Rule(
        "secret that was sent", "SECRET", tuple(f"{word} {who}[ ']" for word in ("pin", "otp", "code", "passcode", "password", "pw") for who in ("you", "i", "we", "they", "he", "she", "that")),
        r"(?ai:(?<![A-Za-z])(?:pin|otp|code|passcode|password|pw) (?:you|i|we|they|he|she|that)(?: just| have| has|'ve| already)? (?:sent|gave|texted|got|received|used|set|emailed|was|came|typed|entered|chose)(?: me| us| you| him| her| through)?[,:]? (?:is |was )?)[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,200})",
        check=_told, rank=77, spread=True, back=20, width=280, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:pin|otp|code|pass|pw))", source="prose",
    ),
    Rule(
        "secret told after its name", "SECRET", tuple(f"{word} one {verb} " for word in ("temp", "temporary", "new", "old", "current", "default", "last", "the") for verb in ("is", "was")),
        r"(?ai:(?<![A-Za-z])(?:temp|temporary|new|old|current|default|last|the) one (?:is|was) )[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{5,200})",
        check=lambda t, s, e: _told(t, s, e) if _PASSWORD_WORD.search(t, max(0, s - 120), s) else None, rank=77, spread=True, back=24, width=240, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:temp|new|old|current|default|last|the))", source="prose",
    ),
    Rule(
        "password remembered", "SECRET", (r"[^A-Za-z](?:think|believe|guess|sure|maybe|probably|perhaps|possibly|reckon|remember)(?:,? (?:that |it'?s|it’s|its|it is|it was|it|that was|was))",),
        r"(?ai:(?<![A-Za-z])(?:think|believe|guess|sure|maybe|probably|perhaps|possibly|reckon|remember)(?:,? that|,)? (?:(?:it|that) (?:is|was|used to be|might be|could be)|it'?s|it’s|was)(?: still| just| something like| like)? )[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{5,200})",
        check=lambda t, s, e: _told(t, s, e) if _PASSWORD_WORD.search(t, max(0, s - 120), s) or _PASSWORD_WORD.search(t, e, e + 30) else None, rank=77, spread=True, back=30, width=290, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:think|believe|guess|sure|maybe|prob|perhaps|poss|reckon|remember))", source="prose",
    ),
    Rule(
        "password beside its user", "SECRET", tuple(f"[/|,;] ?{word} " for word in ("pass", "pw", "pwd", "password", "passwd", "pword", "pass(?:code|phrase)", "kennwort", "passwort", "mdp", "senha", "clave")),
        r"[/|,;] ?(?ai:pass(?:word|wd|code|phrase)?|pwd?|pword|kennwort|passwort|mdp|senha|clave) (?:is |= )?[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{5,100})",
        check=lambda t, s, e: _told(t, s, e) if _ACCOUNT.search(t, max(0, s - 100), s) else None, rank=77, spread=True, back=20, width=130, caseless=True, source="prose",
    ),
    Rule(
        "key that unlocks a disk", "SECRET", (r"[^0-9-][0-9]{6}-[0-9]{6}-", "recovery key"),
        r"(?<![\w-])(?P<v>[0-9]{6}(?:-[0-9]{6}){7})(?![\w-])|(?ai:recovery key(?: is)?[\s:=\"'`]{1,4})(?P<w>[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5}|[0-9]{6}(?: [0-9]{6}){7})(?![\w-])",
        rank=82, spread=True, back=30, width=90, caseless=True, head=r"[0-9]{6}-[0-9]{6}-|(?ai:recovery key)", source="BitLocker, FileVault",
    ),
    Rule(
        "key of a password manager", "SECRET", (r"[^A-Za-z0-9-]A3-[A-Z0-9]{6}-[A-Z0-9]{6}-",), r"(?<![\w-])(?P<v>A3-[A-Z0-9]{6}-[A-Z0-9]{6}-[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3})(?![\w-])",
        rank=82, spread=True, back=20, width=44, source="1Password",
    ),
    Rule(
        "key of a wireless network", "SECRET", ("wifi", "wi-fi", "wlan", "ssid"),
        r"(?ai:(?<![A-Za-z])(?:wifi|wi-fi|wlan|ssid)(?![A-Za-z])[^\n]{0,60}?[ /,;(](?:key|psk|pass|pw|pwd|code)[ :=]{1,3}(?:is )?)[\"'`]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{5,80})",
        check=_told, rank=77, spread=True, back=8, width=180, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:wifi|wi-fi|wlan|ssid))", source="prose",
    ),
    Rule(
        "code for somebody", "SECRET", tuple(f"{whose} code{end}" for whose in ("your", "my", "login", "sign-in", "2fa", "mfa") for end in (":", " is ", " - ", " = ")),
        r"(?ai:(?<![A-Za-z])(?:your|my|login|sign-in|2fa|mfa) code(?::| is| -| =)) (?P<v>[0-9]{4,8}|[0-9]{3}-[0-9]{3})(?![0-9A-Za-z-])",
        rank=77, back=16, width=40, caseless=True, head="(?ai:(?<![A-Za-z])(?:your|my|login|sign-in|2fa|mfa) code)", source="prose",
    ),
    Rule(
        "user and password in prose", "SECRET", tuple(f"{word}{end}" for word in ("creds", "credentials", "login", "logon", "user/pass", "user/pw") for end in (":", " is ", " are ", " = ", " - ", " details")),
        r"(?ai:(?<![A-Za-z])(?:creds|credentials|log[io]n|user/(?:pass|pw))(?: details)?(?: is| are| =| -|:))[ ]{1,2}[\"'`]?[A-Za-z0-9_.@+-]{2,64}[ ]?[/:|,][ ]?(?P<v>[A-Za-z0-9$!@#%^&*][^\s\"'`”<>(){}]{3,200})",
        check=_told, rank=77, spread=True, back=24, width=330, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:creds|credentials|log[io]n|user/p))", source="prose",
    ),
    Rule(
        "words that restore a wallet", "SECRET", ("mnemonic", *(f"{word} {what}" for word in ("seed", "recovery", "secret", "backup") for what in ("phrase", "words"))),
        r"(?ai:(?<![A-Za-z])(?:(?:seed|recovery|secret|backup) (?:phrase|words)|mnemonic)(?: phrase)?(?: is| are)?)[\s:=\"'`]{1,4}(?P<v>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])",
        check=lambda t, s, e: (s, e) if len(set(t[s:e].split())) >= 10 and not _SENTENCE.search(t, s, e) else None, rank=79, spread=True, back=20, width=280, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:seed|recovery|secret|backup|mnemonic))", source="BIP 39",
    ),
    Rule(
        "backup codes", "SECRET", tuple(f"{word} code" for word in ("backup", "recovery", "scratch", "emergency")),
        r"(?ai:(?<![A-Za-z])(?:backup|recovery|scratch|emergency) codes?(?: (?:are|is|for [^\n:]{1,30}))?)[\s:=*-]{1,6}(?=[A-Za-z-]{0,50}[0-9])(?P<v>[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,3}(?:[,;\s]{1,3}(?:[0-9]{1,2}[.)] )?[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){0,3}){0,15})(?![A-Za-z0-9-])",
        check=_codes, near="ahead", rank=79, spread=False, back=20, width=420, caseless=True,
        head="(?ai:(?<![A-Za-z])(?:backup|recovery|scratch|emergency) code)", source="prose",
    ),
)  # fmt: skip
