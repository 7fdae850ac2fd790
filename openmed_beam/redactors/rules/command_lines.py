"""Passwords on command lines: for each program, the option or the place where it takes one. One row a program.

Programs whose option is spelled out (`--password`, `--token`) need no row: "secret option" finds those of all.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.rule import Rule

_START = r"(?<![A-Za-z0-9_.-])"
_VALUE = r"[\"']?(?P<v>[^\s\"'`;|$<>]{4,100})"
#: The arguments before the one that counts; none of them ends the command.
_ARGS = r"[ ](?:[^\n|;]{0,160}?[ ])?"

#: (name, words that open the command, pattern from the word's end to the value)
_PROGRAMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("mysql(1)", ("mysql", "mariadb"), rf"(?:dump|admin|import|check|sh)?(?:\.exe)?{_ARGS}-p{_VALUE}"),
    ("sshpass(1), docker-login(1), az, oc", ("sshpass", "docker login", "podman login", "helm registry login", "nerdctl login", "az login", "oc login"), rf"{_ARGS}-p[ ]?{_VALUE}"),
    ("mongosh", ("mongo",), rf"(?:sh|dump|restore|export|import|stat|top)?{_ARGS}-p[ ]?{_VALUE}"),
    ("psexec, crackmapexec, evil-winrm, rdesktop", ("psexec", "crackmapexec", "netexec", "nxc", "evil-winrm", "rdesktop"), rf"(?:64)?(?:\.exe|\.py)?{_ARGS}-p[ ]{_VALUE}"),
    ("sqlcmd, bcp", ("sqlcmd", "osql", "isql", "tsql", "bcp"), rf"(?:\.exe)?{_ARGS}-P[ ]?{_VALUE}"),
    ("mosquitto, ipmitool, zip(1)", ("mosquitto_pub", "mosquitto_sub", "ipmitool", "zip", "unzip"), rf"{_ARGS}-P[ ]{_VALUE}"),
    ("redis-cli", ("redis-cli",), rf"{_ARGS}-a[ ]{_VALUE}"),
    ("ldapsearch(1)", ("ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami", "ldappasswd"), rf"{_ARGS}-w[ ]?{_VALUE}"),
    ("7z", ("7z", "7za", "7zr", "rar", "unrar"), rf"{_ARGS}-h?p{_VALUE}"),
    ("keytool(1), jarsigner(1)", ("keytool", "jarsigner"), rf"{_ARGS}-(?:src|dest)?(?:store|key)pass[ ]{_VALUE}"),
    ("openssl(1)", ("openssl",), rf"{_ARGS}-(?:(?:pass|passin|passout|password)[ ]pass:|k[ ]){_VALUE}"),
    ("htpasswd(1)", ("htpasswd",), rf"[ ]-[a-zA-Z]{{0,6}}b[a-zA-Z]{{0,6}}(?:[ ]-[A-Za-z0-9 ]{{1,6}})?[ ](?:[^\s]{{1,100}}[ ])?[^\s]{{1,64}}[ ]{_VALUE}"),
    ("smbclient(1), lftp(1)", ("smbclient", "rpcclient", "smbmap", "mount.cifs", "lftp"), rf"{_ARGS}(?:-U|-u)[ ]?[\"']?[^\s%,\"']{{1,64}}[%,](?P<v>[^\s\"'`;|$<>]{{4,100}})"),
    ("net use, net user", ("net use", "net user"), r"(?:[ ](?:[^\n|;]{0,120}?[ ])?/user:[^\s]{1,80}[ ](?P<v>(?!/)[^\s\"'`;|$<>]{4,100})|(?<=user)[ ][A-Za-z0-9_.-]{1,64}[ ](?P<w>(?!/)[^\s\"'`;|$<>]{4,100})(?=[ ]/|$))"),
    ("net use, before the user", ("net use",), r"[ ](?:[^\n|; ]{1,80}[ ]){1,2}?(?P<v>(?![/\\*])[^\s\"'`;|$<>:]{4,100})(?=[ ]/user:)"),
    ("cmdkey, xfreerdp, runas", ("cmdkey", "xfreerdp", "wfreerdp", "sfreerdp"), rf"(?:\.exe|3)?{_ARGS}/p(?:ass|assword)?:{_VALUE}"),
    ("aws configure, git config, npm config", ("configure set", "git config", "npm config set", "setx"), r"[ ](?:--?[a-z]{1,12}[ ]|/[a-zA-Z][ ])?(?ai:[a-z0-9_./:-]{0,64}(?:secret|token|password|passwd|api_?key|authtoken)[a-z0-9_]{0,24})[ ]" + _VALUE),
    ("rclone", ("rclone obscure",), rf"[ ]{_VALUE}"),
    ("sqlplus", ("sqlplus",), r"[ ](?:-[A-Za-z][ ]){0,3}[A-Za-z0-9_]{1,30}/(?P<v>[^\s@/\"']{4,64})@"),
    ("redis.conf", ("requirepass", "masterauth"), rf"[ ]{_VALUE}"),
)  # fmt: skip


def _given(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Not a placeholder, an option, a port, a path or a word of the command."""
    value = text[start:end].rstrip(",)")
    if (
        validators.placeholder(value)
        or value.isdigit()
        or value.startswith(("-", "/", "./", "~/", "%", "{"))
        or value.endswith(":")
    ):
        return None
    return start, start + len(value)


def _program(name: str, words: tuple[str, ...], tail: str) -> Rule:
    return Rule(
        f"password given to {name}", "SECRET", tuple(f"[^A-Za-z0-9_.-]{re.escape(word)}" for word in words),
        rf"{_START}(?:{'|'.join(map(re.escape, words))}){tail}",
        check=_given, rank=84, spread=True, back=max(map(len, words)) + 2, width=420,
        head=rf"{_START}(?:{'|'.join(map(re.escape, words))})", source=name,
    )  # fmt: skip


COMMAND_RULES: tuple[Rule, ...] = (
    *(_program(*row) for row in _PROGRAMS),
    Rule(
        "secret option", "SECRET", tuple(rf"-[a-z-]{{0,30}}{word}[ =][\"']?[^\s\"'-]" for word in ("password", "passwd", "token", "secret", "api-?key", "access-key", "pat", "passphrase")),
        r"(?ai:(?<![A-Za-z0-9_-])--?(?:[a-z][a-z-]{0,30})?(?:password|passwd|token|secret|api-?key|access-key|pat|passphrase)[ =])[\"']?(?P<v>(?!-)(?<![A-Za-z])[^\s\"'`,;<>()]{6,500})",
        check=lambda t, s, e: (s, e) if validators.password_value(t[s:e], False) and any(c.isdigit() for c in t[s:e]) and not validators._CODE.search(t[s:e]) else None,
        rank=84, spread=True, back=70, width=600, caseless=True, head="--?[A-Za-z]", source="command lines",
    ),
    Rule(
        "user and password option", "SECRET", (r"\s-u[ =\"']", r"\s-u[A-Za-z0-9_.@+-]", "--user", "--proxy-user"),
        r"(?<=\s)(?:-u|--user|--proxy-user)[ =]?[\"']?[A-Za-z0-9_.@+-]{1,64}:(?P<v>[^\s\"'`]{3,200})",
        check=lambda t, s, e: (s, e) if "curl" in t[max(0, s - 400) : s].lower() and not validators.placeholder(t[s:e]) else None,
        rank=84, spread=True, back=16, width=300, head="(?:-u|--user|--proxy-user)", source="curl(1)",
    ),
    Rule(
        "password piped to a command", "SECRET", (r"\|[ ]?(?:sudo[ ])?(?:sudo -S|chpasswd|passwd --stdin|su -c)",),
        r"(?<![A-Za-z0-9_])(?:echo|printf)[ ](?:-[ne]{1,2}[ ])?[\"']?(?:[A-Za-z0-9_.-]{1,32}:)?(?P<v>[^\s\"'`;|$<>:]{4,100})[\"']?[ ]?\|[ ]?(?:sudo[ ])?(?:sudo -S|chpasswd|passwd --stdin|su -c)",
        check=_given, rank=84, spread=True, back=200, width=200, head=r"(?<![A-Za-z0-9_])(?:echo|printf)[ ]", source="chpasswd(8), sudo(8)",
    ),
    Rule(
        "password in sql", "SECRET", (r"identified by [\"']",), r"(?ai:identified by )[\"'](?P<v>[^\"'\n]{3,100})[\"']",
        check=_given, rank=84, spread=True, back=16, width=130, caseless=True, head="(?ai:identified by )", source="CREATE USER",
    ),
    Rule(
        "secure string", "SECRET", (r"ConvertTo-SecureString",), r"(?ai:ConvertTo-SecureString)[ ](?:-String[ ])?[\"'](?P<v>[^\"'$\n]{3,100})[\"']",
        check=_given, rank=84, spread=True, back=24, width=150, caseless=True, head="(?ai:ConvertTo-SecureString)", source="PowerShell",
    ),
)  # fmt: skip
