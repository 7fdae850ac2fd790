"""The catalogue of identifiers: contact, money, health, state, network, dates and addresses. One row a rule.

Secrets stand in `secrets`, persons in `persons`, keys with their values in `keys`; `RULES` is all of them.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import ipaddress
import re

from openmed_beam.redactors.rules import shapes, validators
from openmed_beam.redactors.rules.rule import Check, Rule

_B = r"(?<![A-Za-z0-9_])"
_E = r"(?![A-Za-z0-9_])"
_SP = r"[ \u00a0\u2009\u202f]"
_HY = r"[-\u2010\u2011\u2012\u2013]"
#: The same before a value with a check digit: any words.
_WORDS = r"[^0-9\n]{0,28}?"
#: What may stand between a cue and its value.
_GAP = (
    r"(?:[\s:=#\"'“”„(\[<*>\\–—.,|~：はがは는은이가-]|"
    r"(?i:is|was|are|number|numbers|num|no|nr|nbr|id|of|on|at|it|it's|its|to|my|me|us|new|the|a|or|and|cell|mobile|home|work|"
    r"office|direct|line|uk|us|full|below|follows|as|listed|recorded|ist|lautet|numero|número|numéro|n°|nº|est|es|é|è|el|le|il|"
    r"am|em|den|номер|ending|back|naar|på|nummer|номера)(?![A-Za-z0-9_])){0,12}"
)


def _cue(name: str, label: str, cue: str, shape: str, *, first: str = r"[0-9]", rank: int = 60,
         spread: bool = True, source: str = "", gap: str = _GAP) -> Rule:  # fmt: skip
    """A rule of the form cue, gap, value, where a digit follows within forty characters of the cue."""
    return Rule(
        name, label, cue_triggers(cue), rf"(?ai:(?<![A-Za-z+])(?:{cue}))(?:(?![A-Za-z_0-9])|(?=[0-9]{{5,12}}(?![A-Za-z0-9])))(?=[^0-9]{{0,40}}[0-9]){gap}(?={first})",
        shape=shape, rank=rank, spread=spread, back=120, width=240, head=rf"(?ai:(?<![A-Za-z+])(?:{cue}))(?![A-Za-z_])",
        caseless=True, source=source, near="ahead", exact=True,
    )  # fmt: skip


def alternatives(pattern: str) -> list[str]:
    """The branches of an alternation: the scanner is built faster from many short patterns than from one long one."""
    branches, depth, last = [], 0, 0
    for at, char in enumerate(pattern):
        if char in "([" and pattern[at - 1 : at] != "\\":
            depth += 1
        elif char in ")]" and pattern[at - 1 : at] != "\\":
            depth -= 1
        elif char == "|" and depth == 0:
            branches.append(pattern[last:at])
            last = at + 1
    return [*branches, pattern[last:]]


_PLAIN = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[.#/-])*(?![?*{])")


def cue_triggers(cue: str) -> tuple[str, ...]:
    """Literals that open the branches of a cue; a short branch is kept whole, between characters that are no letters."""
    found = set()
    for branch in alternatives(cue):
        opening = _PLAIN.match(branch)
        literal = opening.group() if opening else ""
        plain = re.sub(r"\(\?=[^()]*\)", "", branch)
        found.add(literal if len(literal) >= 5 else f"[^A-Za-z]{plain}[^A-Za-z_]")
    return tuple(sorted(word for word in found if not any(word != other and word.startswith(other) for other in found)))


# Checks: (text, start, end) -> span or None.

_FILES = frozenset(
    "png jpg jpeg gif svg webp bmp ico js jsx tsx ts css scss json yaml yml htm html pdf xml txt csv log lock toml whl tgz gz"
    " tar zip py rb go rs java cpp ipynb parquet exe dll so deb rpm apk dmg iso grad shape dtype data".split()
) - {"zip", "py", "rs", "so", "java"}  # fmt: skip


def _email(text: str, start: int, end: int) -> tuple[int, int] | None:
    local, _, domain = text[start:end].rpartition("@") if "@" in text[start:end] else text[start:end].partition("%40")
    tld = domain.rpartition(".")[2]
    if domain.startswith("["):
        return start, end
    if tld.lower() in _FILES or re.match(r"[0-9]+x\.|v?[0-9]+\.[0-9]+\.|[0-9.]+$", domain) or ".." in domain:
        return None
    if local in ("git", "hg", "svn") and text.startswith((":", "/"), end):
        return None
    if text.startswith("(", end) and text[end - 1].islower() and local.isidentifier():
        return None
    return start, end


_AREA_CODES = frozenset(
    "201 202 203 204 205 206 207 208 209 210 212 213 214 215 216 217 218 219 220 223 224 225 226 227 228 229 231 234 235 236"
    " 239 240 242 246 248 249 250 251 252 253 254 256 257 260 262 263 264 267 268 269 270 272 274 276 279 281 283 284 289"
    " 301 302 303 304 305 306 307 308 309 310 312 313 314 315 316 317 318 319 320 321 323 324 325 326 327 329 330 331 332 334"
    " 336 337 339 340 341 343 345 346 347 350 351 352 353 354 357 360 361 363 364 365 367 368 369 380 382 385 386 387 401 402"
    " 403 404 405 406 407 408 409 410 412 413 414 415 416 417 418 419 423 424 425 428 430 431 432 434 435 436 437 438 440 441"
    " 442 443 445 447 448 450 456 457 458 460 463 464 468 469 470 471 472 473 474 475 478 479 480 483 484 500 501 502 503 504"
    " 505 506 507 508 509 510 512 513 514 515 516 517 518 519 520 530 531 533 534 539 540 541 544 548 551 555 557 559 561 562"
    " 563 564 566 567 570 571 572 573 574 575 577 579 580 581 582 584 585 586 587 588 600 601 602 603 604 605 606 607 608 609"
    " 610 612 613 614 615 616 617 618 619 620 622 623 624 626 627 628 629 630 631 633 636 639 640 641 645 646 647 649 650 651"
    " 656 657 658 659 660 661 662 664 667 669 670 671 672 678 679 680 681 682 683 684 686 689 700 701 702 703 704 705 706 707"
    " 708 709 710 712 713 714 715 716 717 718 719 720 721 724 725 726 727 728 729 730 731 732 734 737 738 740 742 743 747 748"
    " 753 754 757 758 760 762 763 764 765 767 769 770 771 772 773 774 775 778 779 780 781 782 784 785 786 787 800 801 802 803"
    " 804 805 806 807 808 809 810 812 813 814 815 816 817 818 819 820 821 825 826 828 829 830 831 832 833 835 837 838 839 840"
    " 843 844 845 847 848 849 850 851 854 855 856 857 858 859 860 861 862 863 864 865 866 867 868 869 870 872 873 876 877 878"
    " 879 888 900 901 902 903 904 905 906 907 908 909 910 912 913 914 915 916 917 918 919 920 924 925 928 929 930 931 934 935"
    " 936 937 938 939 940 941 942 943 945 947 948 949 951 952 954 956 959 970 971 972 973 975 978 979 980 983 984 985 986"
    " 989".split()
)


def _nanp(text: str, start: int, end: int) -> tuple[int, int] | None:
    digits = shapes.digits_of(text[start:end])[-10:]
    if digits[:3] not in _AREA_CODES or digits[3] in "01" or digits[3:6] in ("911",):
        return None
    return start, shapes.with_extension(text, end)


def _intl_phone(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.international(text, start)
    return (start, stop) if stop > 0 else None


def _extended(text: str, start: int, end: int) -> tuple[int, int] | None:
    return start, shapes.with_extension(text, end)


def _compact(check: object) -> Check:
    def run(text: str, start: int, end: int) -> tuple[int, int] | None:
        value = "".join(char for char in text[start:end] if char.isalnum()).upper()
        return (start, end) if check(value) else None  # type: ignore[operator]

    return run


def _iban(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The country says how long it is; what follows in the run belongs to it no more."""
    length = validators.IBAN_LENGTHS.get(text[start : start + 2].upper())
    if length is None:
        return None
    at, kept = start, 0
    while at < end and kept < length:
        kept += text[at].isalnum()
        at += 1
    if kept < length or text[at : at + 1].isalnum():
        return None
    value = "".join(char for char in text[start:at] if char.isalnum())
    return (start, at) if validators.iban(value.upper()) else None


_VERSION_MARKS = ("==", "=>", "~=", "^", "~")
_VERSION_WORDS = tuple(
    "version versions ver rev revision release released build firmware driver sdk semver tag oid to update bump chapter section sec"
    " clause rfc § kernel chromium assembly package pkg".split()
)
_AGENTS = frozenset(
    "chrome chromium crios edg edge edga edgios opr opera vivaldi yabrowser brave electron safari firefox version ucbrowser"
    " samsungbrowser headlesschrome postmanruntime okhttp webkit applewebkit".split()
)
_AGENT_ENDS = ("client", "sdk", "agent", "browser", "lib")


def _ipv4(text: str, start: int, end: int) -> tuple[int, int] | None:
    parts = text[start:end].split(".")
    if any(int(part) > 255 or (len(part) > 1 and part[0] == "0") for part in parts):
        return None
    if (
        parts[0] in ("0", "127")
        or parts[:3] == ["255", "255", "255"]
        or (parts[0] == "255" and parts[3] in ("0", "255"))
    ):
        return None
    before = text[start - 24 if start > 24 else 0 : start].lower()
    if before.endswith(_VERSION_MARKS) or (
        before.rstrip(" :=\"'(\\v").endswith(_VERSION_WORDS) and not before.endswith("@")
    ):
        word = re.search(r"[a-z§]*$", before.rstrip(" :=\"'(\\v"))
        if before.endswith(_VERSION_MARKS) or (word and (word.group() in _VERSION_WORDS or not word.group())):
            return None
    if (
        before.endswith("/")
        and (agent := re.search(r"[a-z]+$", before[:-1]))
        and (agent.group() in _AGENTS or agent.group().endswith(_AGENT_ENDS))
    ):
        return None
    if before.endswith("-") and len(before) > 1 and before[-2].isalpha():
        return None
    return start, end


def _ipv6(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    try:
        address = ipaddress.IPv6Address(value)
    except ValueError:
        return None
    groups = [group for group in value.split(":") if group]
    if address.is_loopback or address.is_unspecified or not any(char.isdigit() for char in value):
        return None
    if "::" in value and len(groups) < 3:
        head = groups[0].lower() if groups else ""
        if not re.fullmatch(r"fe[89ab][0-9a-f]|f[cd][0-9a-f]{2}|[23][0-9a-f]{3}|64|ff0[0-9a-f]|ffff", head):
            return None
    return start, end


def _mac(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = "".join(char for char in text[start:end] if char.isalnum()).lower()
    if len(set(value)) < 3 or ("." in text[start:end] and value.isdigit()):
        return None
    return start, end


def _vin(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    return (start, end) if validators.vin(value) and sum(c.isalpha() for c in value) >= 4 else None


def _street(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Moves the end over a unit, and over city, state and ZIP code where they follow."""
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", text[start:end])}
    if not words or words & _MEASURES:
        return None
    unit = _UNIT.match(text, end, end + 40)
    if unit:
        end = unit.end()
    place = _PLACE.match(text, end, end + 60)
    return start, place.end() if place else end


_MEASURES = frozenset(
    "minute minutes hour hours day days week weeks month months year years mile miles second seconds step best top".split()
)
_UNIT = re.compile(
    r"(?ai:(?:,?\s(?:apt|apartment|suite|ste|unit|flat|floor|fl|rm|room|bldg|building|lot)(?:\.[ ]?|[ ]|[ ]?#[ ]?)|,?[ ]#[ ]?)"
    r"(?:[0-9]{1,5}[A-Z]?|[A-Z][0-9]{0,5}|[A-Z]-?[0-9]{1,4})(?:-[A-Z0-9]{1,4})?(?![A-Za-z0-9]))"
)
_PLACE = re.compile(
    r",?[ \n][A-Z][A-Za-z.'-]{1,20}(?:[ ][A-Z][A-Za-z.'-]{1,20}){0,2},?[ ](?:[A-Z]{2}|[A-Z][a-z]{3,12}(?:[ ][A-Z][a-z]{3,10})?),?[ ][0-9]{5}(?:-[0-9]{4})?(?![0-9])"
    r"|,?[ \n][A-Z][A-Za-z.'-]{1,20}(?:[ ][A-Z][A-Za-z.'-]{1,20}){0,2},?[ ][A-Z]{1,2}[0-9][0-9A-Z]?[ ][0-9][A-Z]{2}(?![A-Za-z0-9])"
)
_SUFFIX = (
    r"Street|St|Avenue|Ave|Av|Boulevard|Blvd|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Terr|Way|Parkway|Pkwy|"
    r"Highway|Hwy|Circle|Cir|Close|Crescent|Cres|Trail|Trl|Loop|Row|Mews|Gardens|Gdns|Grove|Alley|Aly|Plaza|Plz|Path|Pike|Turnpike|"
    r"Walk|Wharf|Quay|Esplanade|Parade|Pde|Expressway|Freeway|Route|Broadway|Hill|Rise|Green|View|Run|Ridge|Cove|Point|Pass|Landing|"
    r"Crossing|Xing|Commons|Heights|Hollow|Bend|Glen|Park|Vale|Vista|Yard|Causeway"
)
_SUFFIX_ANY = f"{_SUFFIX}|{_SUFFIX.upper()}"
_STREET_US = (
    r"(?<![\w.$€£/-])(?P<v>[0-9]{1,6}(?:[A-Za-z](?![A-Za-z])|-[0-9]{1,5}|½| 1/2|/[0-9]{1,5})?,?[ ]"
    r"(?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|No|Old|New)\.?[ ])?"
    rf"(?:(?:[A-Z][A-Za-z'’.-]{{0,24}}|[0-9]{{1,3}}(?:st|nd|rd|th|ST|ND|RD|TH)|of|the|de|la|del|y)[ ]){{1,5}}(?:{_SUFFIX_ANY})(?![A-Za-z])\.?"
    r"(?:[ ](?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)(?![A-Za-z]))?)"
)
_CUED_LOWER = (
    r"(?ai:(?:live|lives|living|reside|resides|residing|located|address|moved|staying|ship|shipped|deliver|delivered|send|mail)"
    r"(?:[ ](?:it|is|at|to|from|in|on|me|my|new|the|:)){1,3}[: ]{1,3})"
    r"(?P<v>[0-9]{1,6}[a-z]?,? (?:(?ai:[a-z0-9'.]{1,20}) ){1,4}(?ai:street|st|avenue|ave|boulevard|blvd|road|rd|drive|dr|lane|ln|court|ct|place|pl|square|terrace|way|parkway|circle|close|crescent|trail)(?![A-Za-z]))"
)
_UPPER = "A-ZÀ-ÖØ-ÞŁŚŻŹĆŠČŘŽĞİ"
_LOWER = "a-zß-öø-ÿąćęłńóśźżčšřžěůğıőű"
_NAMEPART = rf"[{_UPPER}][{_LOWER}{_UPPER}'’.-]{{1,24}}"
_NUMBER = r"[0-9]{1,4}(?:[ ]?[a-zA-Z](?![A-Za-z]))?(?:[-/][0-9]{1,4}[a-z]?)?(?![0-9A-Za-z.,]?[0-9])"

#: A bare run of digits behind one of these words is no card, whatever its check digit says.
_COUNTED = re.compile(
    r"(?ai:(?<![a-z])(?:offset|bytes?|size|seq|sequence|rows?|lines?|ts|time|timestamp|nanos?|micros|count|total|hash|seed|pid|order|"
    r"order_id|trace|span|block|nonce|id|index|tick|epoch|version|build|revision|commit|tracking|invoice|sku|isbn|ean|upc|gtin)s?"
    r"(?:_?(?:ns|us|ms|id|no|number))?[\"'\\]{0,2}[ ]?[:=#]{0,2}[ ]?[\"'\\#]{0,2})$"
)


IDENTIFIERS: tuple[Rule, ...] = (
    # Contact.
    Rule("email", "EMAIL", (r"[A-Za-z0-9_+'&\x80-\xff-]@[A-Za-z0-9\[\x80-\xff][A-Za-z0-9.:\x80-\xff-]",),
         r"(?<![\w.+%-])(?P<v>\w(?:[\w.+%-]|['&](?=\w)){0,63}(?<!\.)@(?:(?:[^\W_](?:[^\W_]|-(?=[\w-])){0,62}\.){1,8}[^\W\d_](?:[^\W_]|-(?=[^\W_])){1,23}|\[(?:IPv6:)?[0-9a-fA-F:.]{3,45}\]))(?![\w@])",
         check=_email, rank=75, spread=True, back=72, width=360, behind=r"[^@]{0,3}@[\w.+%'&-]{0,64}", head=r"(?<![\w.+%-])\w(?:[\w.+%-]|['&](?=\w)){0,63}@", source="RFC 5321"),
    Rule("email, quoted local part", "EMAIL", (r"\"@[A-Za-z0-9]",),
         r"(?P<v>\"[^\"\n@]{1,64}\"@(?:[^\W_](?:[^\W_]|-){0,62}\.){1,8}[^\W\d_]{2,24})(?![\w@])",
         rank=76, spread=True, back=72, width=360, head="\"[^\"\n@]{1,64}\"@", source="RFC 5321"),
    Rule("email, percent-encoded", "EMAIL", (r"%40[A-Za-z0-9]",),
         r"(?<![A-Za-z0-9_.+-])(?P<v>[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}%40(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9])",
         check=_email, rank=75, spread=True, back=80, width=360, head=r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}%40", source="RFC 3986"),
    Rule("email, spelled out", "EMAIL", (r"[\[({]at[\])}]\s?[A-Za-z0-9-]", r"\sat\s[A-Za-z0-9-]{1,40}\s(?:dot\s|[\[({]dot)"),
         r"(?ai:(?<![A-Za-z0-9_.+-])(?P<v>[a-z0-9][a-z0-9_.+-]{0,63}(?:\s?[\[({]at[\])}]\s?[a-z0-9-]{1,40}(?:\s?[\[({]dot[\])}]\s?|\sdot\s|\.)|\sat\s[a-z0-9-]{1,40}(?:\s[\[({]dot[\])}]\s?|\sdot\s))(?:[a-z0-9-]{1,40}(?:\s?[\[({]dot[\])}]\s?|\sdot\s|\.)){0,3}[a-z]{2,12}))(?![A-Za-z0-9])",
         rank=74, spread=True, back=130, width=330, caseless=True, source="common obfuscation"),
    Rule("phone, international", "PHONE", (r"\+\(?[1-9][0-9 .()/\x80-\xff-]{4}",),
         r"(?<![\w+/=.])(?P<v>\+\(?[1-9])", check=_intl_phone, rank=66, spread=True, back=10, width=8, source="ITU-T E.164"),
    Rule("phone, international with 00", "PHONE", (r"[^0-9A-Za-z_+/=.,-]00[1-9][0-9 .()/-]{7}", r"[^0-9A-Za-z_+/=.,-]0011[ -][1-9]", r"[^0-9A-Za-z_+/=.,-]011[ -][1-9]"),
         r"(?<![\w+/=.,-])(?:00(?:11[ -])?|011[ -])(?P<v>[1-9][0-9]{0,2}[ .()/-]{1,2}[0-9])",
         check=lambda t, s, _e: _zero_zero(t, s), rank=64, spread=True, back=12, width=16, source="ITU-T E.123"),
    Rule("phone, percent-encoded", "PHONE", (r"%2B[1-9][0-9]{7}",), r"(?P<v>%2[Bb][1-9][0-9]{7,14})(?![0-9A-Za-z])",
         check=lambda t, s, e: (s, e) if shapes.international("+" + t[s + 3 : e], 0) == e - s - 2 else None, rank=66, spread=True, back=12, width=20, caseless=True, source="RFC 3986"),
    Rule("phone, north american", "PHONE", (r"[2-9][0-9]{2}[-. /)\x80-\xff]{1,4}[2-9][0-9]{2}[-. \x80-\xff]{1,4}[0-9]{4}", r"\([2-9][0-9]{2}\) ?[2-9][0-9]{6}"),
         rf"(?<![\w.+$€£#/-])(?P<v>(?:1[-. ]{{1,2}})?(?:\([2-9][0-9]{{2}}\)[-. ]{{0,1}}[2-9][0-9]{{2}}[. \u2010-\u2013-]?[0-9]{{4}}|[2-9][0-9]{{2}}(?P<s>[-.·\u2011\u2013]|[ ]?{_HY}[ ]?)[2-9][0-9]{{2}}(?P=s)[0-9]{{4}}|[2-9][0-9]{{2}}[/-][2-9][0-9]{{2}}-[0-9]{{4}}))(?![\w]|[.-][0-9])",
         check=_nanp, rank=62, spread=True, back=24, width=28, run=True, source="NANPA"),
    Rule("phone, fictional exchange", "PHONE", (r"555-01[0-9]{2}",), r"(?<![\w.+$-])(?P<v>555-01[0-9]{2})(?![\w-])",
         check=_extended, rank=60, spread=True, back=10, width=10, source="NANPA 555-01XX"),
    Rule("phone, british", "PHONE", (r"[^0-9A-Za-z_.+$/-]\(?0[12378][0-9]{1,3}\)?[ \x80-\xff-][0-9]{3}",),
         rf"(?<![\w.+$/-])(?P<v>\(?0(?:7[0-9]{{3}}{_SP}[0-9]{{6}}|7[0-9]{{3}}{_SP}[0-9]{{3}}{_SP}[0-9]{{3}}|7[0-9]{{2}}{_SP}[0-9]{{4}}{_SP}[0-9]{{4}}|2[0-9]\)?[ -][0-9]{{4}}[ -][0-9]{{4}}|1[0-9]1\)?[ -][0-9]{{3}}[ -][0-9]{{4}}|1[0-9]{{3}}\)?[ -][0-9]{{5,6}}|1[0-9]{{3}}\)?[ -][0-9]{{3}}[ -][0-9]{{3}}|[38]0[0-9][ -][0-9]{{3}}[ -][0-9]{{4}}|800[ -][0-9]{{3}}[ -]?[0-9]{{3,4}}))(?![\w]|[.-][0-9])",
         rank=60, spread=True, back=20, width=24, run=True, source="Ofcom"),
    Rule("phone, french", "PHONE", (r"0[1-9][ .-][0-9]{2}[ .-][0-9]{2}[ .-][0-9]{2}[ .-][0-9]{2}",),
         r"(?<![\w.+$/-])(?P<v>0[1-9](?P<s>[ .-])[0-9]{2}(?P=s)[0-9]{2}(?P=s)[0-9]{2}(?P=s)[0-9]{2})(?![\w]|[ .-][0-9])",
         rank=60, spread=True, back=16, width=18, run=True, source="ARCEP"),
    Rule("phone, german", "PHONE", (r"\(?0[1-9][0-9]{1,4}\)?[ ]?[/ -][ ]?[0-9]{4}",),
         r"(?<![\w.+$/-])(?P<v>\(?0(?:1[5-7][0-9][ /-]{1,3}[0-9]{7,8}|[2-9][0-9]{1,4}\)?[ ]?/[ ]?[1-9][0-9]{3,8}(?:-[0-9]{1,5})?|\)?[1-9][0-9]{1,4}\)[ ][1-9][0-9]{3,8}))(?![\w]|[./-][0-9])",
         rank=58, spread=True, back=16, width=30, run=True, source="DIN 5008"),
    Rule("phone, asian and pacific", "PHONE", (r"0[0-9]{1,3}[)-]?[ -][0-9]{3,4}[ -][0-9]{4}", r"0[45][0-9]{2}[ -][0-9]{3}[ -][0-9]{3}", r"[6-9][0-9]{4} [0-9]{5}", r"1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}"),
         r"(?<![A-Za-z0-9_.+$/-])(?P<v>0[789]0-[0-9]{4}-[0-9]{4}|01[016-9][ -][0-9]{3,4}[ -][0-9]{4}|0[1-9]{1,2}[0-9]?-[0-9]{3,4}-[0-9]{4}|\(?0[2378]\)?[ ][0-9]{4}[ -][0-9]{4}|04[0-9]{2}[ -][0-9]{3}[ -][0-9]{3}|1[3-9][0-9][ -][0-9]{4}[ -][0-9]{4}|[6-9][0-9]{4} [0-9]{5})(?![A-Za-z0-9_]|[ .-][0-9])",
         rank=58, spread=True, back=18, width=20, run=True, source="national numbering plans"),
    Rule("phone, brazilian", "PHONE", (r"\([1-9][0-9]\) ?9?[ ]?[2-9][0-9]{3}-[0-9]{4}",), r"(?P<v>\([1-9][0-9]\) ?9?[ ]?[2-9][0-9]{3}-[0-9]{4})(?![\w-])",
         rank=60, spread=True, back=20, width=20, run=True, source="Anatel"),
    Rule("phone, dutch and nordic", "PHONE", (r"[^0-9A-Za-z_.+$/-]0[67][0-9]?[- ]{1,3}[0-9]",),
         r"(?<![\w.+$/-])(?P<v>06[- ]{1,3}[0-9]{8}|06[- ]{1,3}[0-9]{2}(?: [0-9]{2}){3}|07[0-9]-[0-9]{3} ?[0-9]{2} ?[0-9]{2})(?![\w]|[.-][0-9])",
         rank=58, spread=True, back=8, width=18, source="national numbering plans"),
    _cue("phone after its name", "PHONE",
         r"phones?|telephones?|tel|telefon|telefono|teléfono|téléphone|telefoon|telefone|mobile|mobiles|mobil|móvil|movil|cell|cells|cellphone|celular|cellulare|handy|portable|gsm|fax|landline|hotline|helpline|pager|whatsapp|sms|ph|phone number|contact number|callback|call back|msisdn|numéro de téléphone|rufnummer|电话|手机|电话号码|手机号|手机号码|联系电话|電話|電話番号|携帯|携帯電話|携帯番号|전화|전화번호|휴대폰|телефон|номер телефона|тел|هاتف|फोन|tlf|tfn|puh|puhelin|puhelinnumero|telefonnummer|mobiltelefon|mobilnummer|telefonszám|telefonní číslo|telefón|numer telefonu|komórka|τηλέφωνο|κινητό|טלפון|โทร|sđt|số điện thoại|nomor telepon|no hp|hp no|cep telefonu|número de teléfono|numero di telefono|recapito|contacto|rufnr|whats ?app|viber|signal|toll[- ]free|extension number|my num|phone num|cell num",
         "phone", first=r"[+(]{0,2}[0-9]", source="cue"),
    _cue("phone after a verb", "PHONE", r"call|calling|called|text me|text us|text him|text her|text them|text (?=[+\(0-9])|texted|dial|ring|reach|reached|reachable|contact|contacted|number is|number's|number|numbers|num is|rang|phoned|ringing|bel|bellen|rufen|anrufen|appelez|appeler|rappeler|joindre|llame|llamar|llámame|ligue|ligar|ligue para|chiama|chiamare|chiamami|zadzwoń|ringa|ring til|soita|звоните|позвоните|tap|txt",
         "grouped_phone", first=r"[+(]{0,2}[0-9]", rank=56, source="cue",
         gap=r"(?:[\s:=#\"'“(\[*.,~-]|(?:is|was|back|me|him|her|them|us|on|at|my|our|your|his|their|the|to|number|via|by|directly|anytime|cell|mobile|naar|unter|au|al|para|o|auf|na|numer|numeru|por|til|på|numero|número|numéro|please)(?![A-Za-z0-9_])){0,12}"),
    Rule("phone after at or an initial", "PHONE", (r"[^A-Za-z]at[ :]{1,3}[+(]{0,2}[0-9][0-9 ().+/\x80-\xff-]{5}", r"[^A-Za-z][mtpcwf][:.][ ][+(]{0,2}[0-9][0-9 ().+/\x80-\xff-]{5}"),
         r"(?ai:(?<![A-Za-z])(?:at[ :]{1,3}|[mtpcwf][:.][ ]))(?=[+(]{0,2}[0-9]{2})", shape="grouped_phone", rank=56, spread=True, back=16, width=12, caseless=True, source="cue"),
    Rule("phone before its name", "PHONE", tuple(rf"[ (\[-]{word}[^A-Za-z]" for word in ("mobile", "cell", "phone", "tel", "home", "work", "office", "fax", "whatsapp", "landline")),
         r"(?<![\w.+$/-])(?=[+(]{0,2}[0-9])(?P<v>\+?\(?[0-9](?:[ .()/-]{0,2}[0-9]){6,14})[\s,]{0,2}(?:\s?[(\[-]\s?|\s(?:is|was)\s(?:my|his|her|their|our|the)\s)(?:(?:new|best|personal|direct|uk|us|main|private)\s)?(?ai:mobile|cell|phone|tel|home|work|office|fax|whatsapp|landline)(?![A-Za-z])",
         check=lambda t, s, e: (s, e) if not re.fullmatch(r"[0-9]{13,}", t[s:e]) else None, near="behind", rank=55, spread=True, back=80, width=90, caseless=True, source="cue"),
    # Money.
    Rule("card, grouped", "CREDIT_CARD", (r"[2-6][0-9]{3}[ .\x80-\xff-]{1,3}[0-9]{4}[ .\x80-\xff-]{1,3}[0-9]", r"3[0-9]{3}[ .\x80-\xff-]{1,3}[0-9]{6}[ .\x80-\xff-]"),
         rf"(?<![\w.$€£])(?<!\w-)(?P<v>[2-6][0-9]{{3}}(?P<s>{_SP}|[.-]|  | ?- ?)[0-9]{{4}}(?P=s)[0-9]{{4}}(?P=s)[0-9]{{1,4}}(?:(?P=s)[0-9]{{1,3}})?|3[0-9]{{3}}(?P<u>{_SP}|[.-])[0-9]{{6}}(?P=u)[0-9]{{4,5}})(?![\w]|-\w|\.[0-9])",
         check=lambda t, s, e: _card_groups(t, s, e), rank=72, spread=True, back=30, width=40, run=True, source="ISO/IEC 7812"),
    Rule("card", "CREDIT_CARD", (r"[^0-9A-Za-z_.][2-6][0-9]{13}",), r"(?<![\w.])(?<!\w-)(?P<v>[2-6][0-9]{13,18})(?![\w]|-\w|\.[0-9])",
         check=lambda t, s, e: (s, e) if e - s in (14, 15, 16, 19) and validators.card(t[s:e]) and not _COUNTED.search(t, max(0, s - 28), s) else None,
         rank=72, spread=True, back=20, width=24, exact=True, source="ISO/IEC 7812"),
    _cue("card after its name", "CREDIT_CARD", r"card number|card no|card num|card #|cc number|cc no|cc#|cc num|credit card|debit card|pan|visa|mastercard|amex|discover|diners|jcb|maestro|full card|kartennummer|carte bancaire|tarjeta",
         "checked_card", source="cue", rank=71),
    Rule("last four digits of a card", "CREDIT_CARD", ("ending", "ends ", "finishing", *(rf"{mark}[ -]?[0-9]{{4}}" for mark in (r"\*\*", "xx", r"\.\.", "##", r"\xe2\x80\xa2"))),
         r"(?ai:(?<![A-Za-z])(?:card|visa|mastercard|amex|discover|maestro|account|acct)s?(?:[^\n.;:0-9]{0,24}?[ (])(?:(?:ending|ends|finishing)(?:[ ](?:in|with|on))?[ ]{1,2}(?:[*x.•#]{0,4})|(?:[*x.•#]{2,4}[ -]?){1,3}))(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,][0-9])",
         near="", rank=52, back=60, width=100, caseless=True, head="(?ai:card|visa|mastercard|amex|discover|maestro|account|acct)", source="cue"),
    Rule("last four digits by name", "CREDIT_CARD", ("last 4", "last four", "last-4", "last-four"),
         r"(?ai:(?<![A-Za-z])last[ -](?:4|four)(?:[ ](?:digits|numbers|of|on|for|my|the|his|her|their|your|card|credit|debit|visa|amex|mastercard|account|it|acct|ending|are|is|in|was|a)){0,8}[ ]?[:=#-]?[ ]{0,2}[\"'*]{0,2})(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,/-][0-9])",
         rank=53, back=12, width=120, caseless=True, head="(?ai:last[ -](?:4|four))", source="cue"),
    Rule("last four digits of a social security number", "SSN", ("last 4", "last four", "last-4", "last-four"),
         r"(?ai:(?<![A-Za-z])last[ -](?:4|four)(?:[ ](?:digits|numbers|of|on|for|my|the|his|her|their|your|ssn|ss|social|security|number|are|is|was)){0,10}[ ]?[:=#-]?[ ]{0,2}[\"'*]{0,2})(?P<v>[0-9]{4})(?![0-9A-Za-z]|[.,/-][0-9])",
         check=lambda t, s, e: (s, e) if re.search(r"(?ai:ssn|social)", t[max(0, s - 90) : s]) else None, rank=54, back=12, width=140, caseless=True, head="(?ai:last[ -](?:4|four))", source="cue"),
    Rule("iban", "IBAN", (r"[^0-9A-Za-z][A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){5}",), r"(?<![A-Za-z0-9])(?P<v>[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){11,30}(?:(?<=[ -])|(?![a-z])))",
         check=_iban, rank=73, spread=True, back=20, width=70, head=r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}", source="ISO 13616"),
    _cue("iban in lower case", "IBAN", r"iban|konto|account|bank|bic|transfer|compte|cuenta|conto", "lower_iban", first="[a-z]{2}[0-9]{2}", rank=73, source="ISO 13616"),
    _cue("bank account after its name", "BANK_ACCOUNT", r"account number|account numbers|account no|account num|account #|acct|acct no|acct #|acct number|a/c|a/c no|bank account|checking account|savings account|checking|kontonummer|konto-nr|numéro de compte|número de cuenta|cuenta bancaria|conto corrente|rekeningnummer|numer konta|numero de conta|número de conta|conta corrente|numero di conto|bankkonto|iban no|bank acct|account nr|acc no|acc number|acc #",
         "account", first=r"[A-Za-z]{0,4}-?[0-9]", source="cue"),
    _cue("account beside a bank's number", "BANK_ACCOUNT", r"account|acc|acct|conta|compte|cuenta|konto|rekening|ag[eê]ncia|agencia|branch", "banked_account", first=r"[0-9]", source="cue"),
    _cue("routing number after its name", "BANK_ACCOUNT", r"routing number|routing no|routing #|routing|aba|aba number|rtn|transit number|aba routing", "aba", gap=_WORDS, source="ABA"),
    _cue("sort code after its name", "BANK_ACCOUNT", r"sort code|sortcode|sort-code|bsb|bankleitzahl|blz|bank code|branch code|transit no|institution number", "sort_code", source="cue"),
    _cue("clabe after its name", "BANK_ACCOUNT", r"clabe", "clabe", source="Banxico"),
    _cue("ifsc after its name", "BANK_ACCOUNT", r"ifsc|ifsc code", "ifsc", first="[A-Za-z]{4}0", source="RBI"),
    # Health.
    _cue("nhs number after its name", "NHS_NUMBER", r"nhs", "nhs", gap=f"(?:{_WORDS})", rank=68, source="NHS Data Dictionary"),
    _cue("medical record number after its name", "MRN",
         r"mrns?|m\.r\.n\.?|medical record(?: (?:number|no|num|id|#))?|med(?:ical)? rec(?:ord)?(?: no)?|group (?:number|no|id|#)|patient (?:id|number|no|identifier|#)|pt (?:id|mrn|#)|hospital (?:number|no|id|#)|chart (?:number|no|id|#)|chart|member(?:ship)? (?:id|number|no|#)|subscriber (?:id|number|no|#)|insurance (?:id|number|no|policy|#)|policy (?:number|no|id|#)|health ?plan (?:id|number|beneficiary number)|beneficiary (?:id|number|no|#)|medicare (?:id|number|no|#|beneficiary identifier)|medicare|medicaid (?:id|number|no|#)|medicaid|mbi|hicn|health (?:card|insurance|record)(?: (?:number|no|id|#))?|ohip|hcn|uhid|crn|nhi|ihi|hospital no\.|folder (?:number|no)|dossier (?:number|no)|patient file|inpatient (?:number|no)|medical (?:id|number|no|file)|patient record|record locator number|encounter (?:id|number|no|#)|visit (?:number|no|#)|case ?file (?:number|no)|accession (?:number|no|#)|specimen (?:id|number|no|#)|emr (?:id|number|#)|ehr (?:id|number|#)|unit record number|ur number|patientennummer|fallnummer|versichertennummer|numéro de dossier|número de historia clínica|historia clínica|nhc|cartella clinica|ipp",
         "record", first=r"#?[A-Za-z0-9]",
         rank=64, source="cue"),
    _cue("npi after its name", "NPI", r"npi", "npi", gap=_WORDS, rank=67, source="CMS"),
    _cue("dea after its name", "DEA", r"dea", "dea", first="[A-Za-z]{2}|[A-Za-z]9", rank=67, source="21 CFR 1301"),
    Rule("medicare beneficiary identifier", "MRN", (r"[0-9]-[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y]{2}[0-9]{2}",),
         rf"{_B}(?<![-/+.=])(?P<v>[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9][0-9]-[AC-HJKMNP-RT-Y]{{2}}[0-9]{{2}})(?![\w-])",
         rank=65, spread=True, back=16, width=16, source="CMS MBI format"),
    # State.
    Rule("social security number", "SSN", (r"[0-9]{3}(?:-|\xe2\x80\x91|\xe2\x80\x93|\xe2\x80\x90)[0-9]{2}(?:-|\xe2\x80\x91|\xe2\x80\x93|\xe2\x80\x90)[0-9]{4}",),
         rf"(?<![\w.+$/-])(?P<v>[0-9]{{3}}{_HY}[0-9]{{2}}{_HY}[0-9]{{4}})(?![\w]|[-.][\w])",
         check=_compact(lambda d: validators.ssn(d) or validators.itin(d)), rank=70, spread=True, back=12, width=14, run=True, source="SSA"),
    _cue("social security number after its name", "SSN", r"ssn|ssns|ss#|ss #|ss no|ss number|social security(?: number| no| num| #)?|social(?: is| number)?|soc sec|tax(?:payer)? (?:id|identification number|number)|tin|itin",
         "ssn", rank=69, source="SSA"),
    # Devices and vehicles.
    Rule("vehicle identification number", "VEHICLE_ID", (r"[^0-9A-Za-z_/+.=-][0-9]?[A-HJ-NPR-Z][A-HJ-NPR-Z0-9]{12}",), rf"{_B}(?<![-/+.=])(?=[0-9]?[A-HJ-NPR-Z])(?P<v>[A-HJ-NPR-Z0-9]{{17}})(?![\w/+=-])", check=_vin, rank=58, spread=True, back=20, width=20, source="ISO 3779"),
    _cue("vin after its name", "VEHICLE_ID", r"vin", "vin", first="[A-Za-z0-9]{17}", source="cue"),
    _cue("plate after its name", "VEHICLE_ID", r"license plate|licence plate|number plate|plate number|plate no|plate|registration plate|reg plate|kennzeichen|matrícula|immatriculation|targa",
         "plate", first="[A-Za-z0-9]{1,4}[ ·-]?[A-Za-z0-9]", source="cue"),
    _cue("imei after its name", "DEVICE_ID", r"imei|imei number|imei no|imeisv", "imei", source="3GPP TS 23.003"),
    _cue("serial number after its name", "DEVICE_ID", r"serial number|serial no|serial #|s/n|device serial|device id|device identifier|udi", "any_id", first="[A-Za-z0-9]", source="cue"),
    _cue("passport after its name", "PASSPORT", r"passport(?: (?:number|no|num|#|id))?|passeport|pasaporte|reisepass|passaporto|paspoort", "passport", first="[A-Za-z0-9]", source="cue"),
    _cue("licence after its name", "DRIVER_LICENSE", r"driver'?s?'? licen[cs]e(?: (?:number|no|num|#|id))?|driving licen[cs]e(?: (?:number|no|#))?|dl(?: (?:number|no|#)|(?=[:#]))|dln|medical license(?: (?:number|no|#))?|license (?:number|no|#)|licence (?:number|no|#)|certificate (?:number|no|#)|führerschein(?:nummer)?|permis de conduire|licencia de conducir|patente",
         "licence", first="[A-Za-z0-9]", rank=57, source="cue"),
    # Network.
    Rule("ipv4", "IP", (r"[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]",),
         r"(?<![\w.])(?P<v>[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})(?![\w]|\.[\w]|-[A-Za-z])",
         check=_ipv4, rank=64, spread=True, back=13, width=18, source="RFC 791"),
    Rule("ipv6", "IP", (r"[0-9A-Fa-f]::", r"[0-9A-Fa-f]:[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]{1,4}:", r"::ffff:[0-9]"),
         r"(?<![\w:.])(?P<v>(?:[0-9A-Fa-f]{1,4}|::ffff)(?::{1,2}[0-9A-Fa-f]{1,4}){1,7}(?:(?<=[0-9]):?(?:\.[0-9]{1,3}){3}|::)?)(?![\w:]|\.[0-9])",
         check=_ipv6, rank=65, spread=True, back=44, width=64, source="RFC 4291"),
    Rule("mac", "MAC", (r"[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}:", r"[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-[0-9A-Fa-f]{2}-", r"[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}"),
         r"(?<![\w:.-])(?P<v>[0-9A-Fa-f]{2}(?P<s>[:-])(?:[0-9A-Fa-f]{2}(?P=s)){4}[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4})(?![\w]|[:.-][0-9A-Fa-f])",
         check=_mac, rank=66, spread=True, back=20, width=20, source="IEEE 802"),
    _cue("mac after its name", "MAC", r"mac|mac address|hwaddr|bssid", "mac", first="[0-9A-Fa-f]{2}", source="cue"),
    # Dates.
    _cue("date of birth after its name", "DOB",
         r"dob|d\.o\.b\.?|b\.(?= [0-9A-Z])|né\(e\)|naci(?:do|da)?|naissance|nacimiento|nascita|date of birth|birth ?date|birthday|birth|b-day|bday|born|née|né|nacid[oa]|nat[oa]|geb(?:\.|oren|urtsdatum)?|fecha de nacimiento|data de nascimento|nascid[oa]|data di nascita|date de naissance|geboortedatum|geboren|födelsedatum|född|født|fødselsdato|syntymäaika|data urodzenia|urodzon[ya]|narozen[aá]?|datum narození|doğum tarihi|дата рождения|出生日期|出生|生年月日|생년월일|जन्म तिथि|تاريخ الميلاد",
         "date", first=r"[0-9]|[A-Za-zéûçä]{3,10}\.?,?[ -]{1,2}[0-9]", rank=67, source="cue",
         gap=r"(?:[\s:=#\"'“”(\[*>\\–—.,|-]|\((?:[MDYmdy/. -]{6,14})\)|(?:is|was|on|the|of|in|as|my|your|his|her|recorded|listed|le|el|il|am|em|den|del|dnia|dne|reads|date|and|are)(?![A-Za-z0-9_])){0,8}"),
    Rule("date", "DATE", (r"[0-9][-/. \x80-\xff]", r"[A-Za-z\x80-\xff]{2}[^0-9A-Za-z]{0,4}[0-9]", r"[0-9]{8}"), r"(?<![\w./-])(?=[0-9A-Z])", shape="date", rank=20, back=14, width=16, source="ISO 8601 and others"),
    Rule("age over 89", "AGE", (r"(?:9[0-9]|1[01][0-9])[ -]?(?:years?|yrs?|yo|y/o)", r"aged?[ :]{1,2}(?:9[0-9]|1[01][0-9])"),
         r"(?ai:(?<![\w.$])(?P<v>(?:9[0-9]|1[01][0-9]))(?=[ -]?(?:years?|yrs?)[ -]old|[ -]?y/?o(?![a-z]))|(?<![\w])aged?[ :]{1,2}(?P<w>9[0-9]|1[01][0-9])(?![0-9.]))",
         rank=40, back=14, width=24, caseless=True, source="45 CFR 164.514(b)(2)(i)(C)"),
    # Addresses.
    Rule("street address, english", "STREET_ADDRESS", tuple(rf"[ ]{suffix}[^A-Za-z]" for suffix in _SUFFIX_ANY.split("|")),
         _STREET_US + "(?![A-Za-z])", check=_street, rank=46, spread=True, back=120, width=170,
         head=r"(?<![\w.$€£/-])[0-9]{1,6}(?:[A-Za-z](?![A-Za-z])|-[0-9]{1,5}|½| 1/2|/[0-9]{1,5})?,?[ ]", near="behind", source="USPS Publication 28"),
    Rule("street address, lower case behind a cue", "STREET_ADDRESS", ("live", "lives", "living at", "resid", "located", "address", "moved", "staying", "ship ", "shipped ", "deliver", "send ", "mail "),
         _CUED_LOWER, check=_street, near="close", rank=45, spread=True, back=12, width=170, caseless=True, head="(?ai:live|reside|residing|living|located|address|moved|stay|ship|deliver|send|mail)", source="cue"),
    Rule("post box", "STREET_ADDRESS", (r"(?:p\.?\s?o\.?\s?box|postfach|apartado|casella postale|bo(?:i|î)te postale|postbus|gpo box)[^0-9\n]{0,8}[0-9]",),
         r"(?ai:(?<![A-Za-z])(?P<v>(?:g?p\.?[ ]?o\.?[ ]?box|postfach|apartado(?: de correos)?|casella postale|bo[iî]te postale|postbus)[ :#.]{1,3}[0-9][0-9 ]{0,8}[0-9]?))(?![0-9A-Za-z])",
         check=lambda t, s, e: _street(t, s, len(t[s:e].rstrip()) + s), rank=47, spread=True, back=40, width=60, caseless=True, source="USPS Publication 28"),
    Rule("street address, german, dutch, nordic", "STREET_ADDRESS", tuple(f"{word} [0-9]" for word in ("straße", "strasse", r"str\.", "weg", "platz", "allee", "gasse", "ring", "damm", "ufer", "chaussee", "straat", "laan", "plein", "gracht", "kade", "singel", "dijk", "gatan", "vägen", "gata", "veien", "gade", "vej", "vei", "katu", "Straße", "Strasse", r"Str\.", "Weg", "Platz", "Allee", "Gasse", "Ring", "Damm", "Ufer", "Chaussee")),
         rf"(?<![\w-])(?P<v>(?:[{_UPPER}][{_LOWER}{_UPPER}.-]{{0,24}}[ -]){{0,3}}[{_UPPER}]?[{_LOWER}{_UPPER}-]{{0,24}}(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer|[Cc]haussee|straat|laan|plein|gracht|kade|singel|dijk|gatan|vägen|gata|veien|gade|vej|vei|katu) {_NUMBER})",
         check=lambda t, s, e: (s, e) if t[s].isupper() and len(t[s:e].split()[0]) > 2 and not re.match(r"(?:Ring|Damm|Gata) ", t[s:e]) else None,
         rank=45, spread=True, back=100, width=150, source="DIN 5008"),
    Rule("street address, french", "STREET_ADDRESS", (r"[0-9](?: ?(?:bis|ter|quater|[A-D]))?,? (?:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|all\xc3\xa9e|quai|cours|route|square|faubourg|passage|villa|via|rua|calle)\s",),
         rf"(?<![\w.])(?P<v>[0-9]{{1,4}}(?: ?(?:bis|ter|quater|[A-D]))?,? (?ai:rue|avenue|av\.|boulevard|bd|place|chemin|impasse|all[eé]e|allée|quai|cours|route|square|faubourg|passage|villa|via|rua|calle) (?:(?:de|du|des|la|le|les|aux?|et|d'|l'|d’|l’|saint|sainte)[ -]?){{0,3}}[{_UPPER}][\w'’.-]{{1,24}}(?:[ -](?:de |du |des |la |le )?[{_UPPER}][\w'’.-]{{1,24}}){{0,3}})",
         rank=46, spread=True, back=40, width=170, caseless=True, source="AFNOR NF Z10-011"),
    Rule("street address, spanish, portuguese, italian, polish", "STREET_ADDRESS", tuple(rf"[^0-9A-Za-z_/]{word}[ ]?[A-Za-z\x80-\xff]" for word in (r"calle|c/|avenida|avda\.?|av\.|plaza|paseo|carrera|camino|rua|travessa|praça|rodovia|estrada|alameda|via|viale|corso|piazza|vicolo|largo|ul\.|al\.|ulica|rambla|ronda").split("|")),
         rf"(?<![\w/+])(?P<v>(?ai:calle|c/|avenida|avda\.?|av\.|plaza|paseo|carrera|camino|rua|travessa|praça|rodovia|estrada|alameda|via|viale|corso|piazza|vicolo|largo|ul\.|al\.|ulica|rambla|ronda) ?(?:(?:de|del|da|do|dos|das|della|dei|di|la|las|los|el|e|y|San|Santa|São) ){{0,3}}[{_UPPER}][\w'’.-]{{1,24}}(?: (?:de |del |da |do |dos |di |la |las |los |e |y )?{_NAMEPART}){{0,4}},? ?(?:(?ai:n[ºo°.]{{0,2}}|num\.?|#|núm\.?) ?)?{_NUMBER})",
         check=lambda t, s, e: _spanish(t, s, e), rank=46, spread=True, back=24, width=180, caseless=True, source="UPU S42"),
)  # fmt: skip


def _spanish(text: str, start: int, end: int) -> tuple[int, int] | None:
    """`via` and the like are English words too: their street must be capitalised and its number no year or port."""
    head = text[start:end].split(" ")[0]
    if (
        head.islower()
        and head in ("via", "largo", "corso", "al.")
        and not re.search(r", ?[0-9]{1,3}\w?$", text[start:end])
    ):
        return None
    return start, end


_DIALLED = re.compile(r"(?:0011|011|00)[ -]?$")


def _zero_zero(text: str, start: int) -> tuple[int, int] | None:
    stop = shapes.international("+" + text[start : start + 40], 0)
    if stop <= 0:
        return None
    dialled = _DIALLED.search(text, max(0, start - 5), start)
    return (dialled.start() if dialled else start), start + stop - 1


def _card_groups(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A grouped run; where the whole is no card, the run without its last group is tried."""
    piece = text[start:end]
    while True:
        digits = shapes.digits_of(piece)
        if len(digits) < 14:
            return None
        if validators.card(digits):
            return start, start + len(piece)
        cut = re.search(r"[^0-9]{1,3}[0-9]{1,4}$", piece)
        if not cut:
            return None
        piece = piece[: cut.start()]


# National numbers: name, pattern, check, cue that must stand near (empty: the check is strong enough alone).

_NATIONAL_ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    ("br_cpf", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", "", ""),
    ("br_cpf", r"[0-9]{11}", "", "cpf", "behind its name"),
    ("br_cnpj", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}", r"[0-9]{3}/[0-9]{4}-[0-9]{2}", "", ""),
    ("es_dni", r"[0-9]{8}-?[A-Za-z]", r"(?:^|[^0-9A-Za-z_])[0-9]{8}-?[TRWAGMYFPDXBNJZSQVHLCKE]", "", ""),
    ("es_dni", r"[XYZxyz]-?[0-9]{7}-?[A-Za-z]", r"(?:^|[^0-9A-Za-z_])[XYZ]-?[0-9]{7}-?[A-Z]", "", ""),
    ("it_fiscal", r"(?ai:[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z])", r"[0-9]{2}[A-Za-z][0-9]{2}[A-Za-z][0-9]{3}[A-Za-z]", "", ""),
    ("fr_nir", r"[12][ ]?[0-9]{2}[ ]?(?:0[1-9]|1[0-2]|[2-9][0-9])[ ]?(?:[0-9]{2}|2[AB])[ ]?[0-9]{3}[ ]?[0-9]{3}[ ]?[0-9]{2}", r"[12] [0-9]{2} [0-9]{2} [0-9]{1}[0-9AB] [0-9]{3} [0-9]{3} [0-9]", "", ""),
    ("fr_nir", r"[12][0-9]{4}[0-9AB]{2}[0-9]{8}", "", r"sécurité sociale|securite sociale|num(?:é|e)ro de s(?:é|e)cu|nir|insee|sécu|no sécu", "behind its name"),
    ("de_tax", r"[0-9]{2}[ ]?[0-9]{3}[ ]?[0-9]{3}[ ]?[0-9]{3}", "", r"steuer-?(?:id(?:entifikationsnummer)?|nummer|nr)|idnr|tin|steueridentifikationsnummer", "behind its name"),
    ("nl_bsn", r"[0-9]{4}[.]?[0-9]{2}[.]?[0-9]{3}", "", r"bsn|burgerservicenummer|sofinummer", "behind its name"),
    ("be_nn", r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", "", ""),
    ("pl_pesel", r"[0-9]{11}", "", r"pesel", "behind its name"),
    ("se_pnr", r"(?:19|20)?[0-9]{6}[-+][0-9]{4}", r"[0-9]{6}[-+][0-9]{4}", "", ""),
    ("se_pnr", r"(?:19|20)?[0-9]{10}", "", r"personnummer|person-?nr|pnr|samordningsnummer", "behind its name"),
    ("no_fnr", r"[0-9]{6}[ ]?[0-9]{5}", "", r"fødselsnummer|fodselsnummer|personnummer|fnr|d-nummer", "behind its name"),
    ("fi_hetu", r"[0-9]{6}[-+A-FU-Y][0-9]{3}[0-9A-Y]", r"[0-9]{6}[-+A-FU-Y][0-9]{3}[0-9A-Z]", "", ""),
    ("dk_cpr", r"[0-9]{6}-?[0-9]{4}", "", r"cpr|cpr-?nummer|cpr-?nr", "behind its name"),
    ("in_aadhaar", r"[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}", "", r"aadhaar|aadhar|uidai|uid|आधार", "behind its name"),
    ("in_aadhaar", r"[2-9][0-9]{3} [0-9]{4} [0-9]{4}", r"(?:^|[^0-9A-Za-z])[2-9][0-9]{3} [0-9]{4} [0-9]{4}", "", "grouped"),
    ("in_pan", r"(?ai:[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z])", "", r"pan|pan card|permanent account number", "behind its name"),
    ("cn_id", r"[1-9][0-9]{16}[0-9Xx]", r"(?:^|[^0-9A-Za-z_.])[1-9][0-9]{5}(?:19|20)[0-9]{9}[0-9X]", "", ""),
    ("ca_sin", r"[1-79][0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{3}", "", r"sin|social insurance|nas", "behind its name"),
    ("au_tfn", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}", "", r"tfn|tax file", "behind its name"),
    ("au_medicare", r"[2-6][0-9]{3}[ -]?[0-9]{5}[ -]?[0-9](?:[ -/]?[0-9])?", "", r"medicare", "behind its name"),
    ("uk_nino", r"(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[A-D])", r"[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D](?:$|[^0-9A-Za-z_])", "", ""),
    ("sg_nric", r"[STFG][0-9]{7}[A-Z]", r"(?:^|[^0-9A-Za-z_])[STFG][0-9]{7}[A-Z]", "", ""),
    ("kr_rrn", r"[0-9]{6}-[1-8][0-9]{6}", r"[0-9]{6}-[1-8][0-9]{6}", "", ""),
    ("jp_mynumber", r"[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}", "", r"my ?number|マイナンバー|個人番号", "behind its name"),
    ("za_id", r"[0-9]{13}", "", r"id number|identity number|south african id|sa id|rsa id|id no", "behind its name"),
    ("mx_curp", r"[A-Z][AEIOUX][A-Z]{2}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]", r"[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}", "", ""),
    ("pt_nif", r"[0-9]{3}[ ]?[0-9]{3}[ ]?[0-9]{3}", "", r"nif|contribuinte", "behind its name"),
    ("ie_pps", r"(?ai:[0-9]{7}[A-W][A-IW]?)", "", r"pps|ppsn|pps number|pps no", "behind its name"),
    ("tr_tckn", r"[1-9][0-9]{10}", "", r"tc kimlik|t\.c\. kimlik|tckn|kimlik", "behind its name"),
    ("es_dni", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}-?[A-Za-z]", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}-?[TRWAGMYFPDXBNJZSQVHLCKE]", "", "dotted"),
    ("cl_rut", r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9Kk]", r"[0-9]\.[0-9]{3}\.[0-9]{3}-[0-9Kk]", "", ""),
    ("cl_rut", r"[0-9]{7,8}-?[0-9Kk]", "", r"rut|rol único", "behind its name"),
    ("ro_cnp", r"[1-9][0-9]{12}", "", r"cnp|cod numeric personal", "behind its name"),
    ("cz_rc", r"[0-9]{6}/?[0-9]{4}", "", r"rodné číslo|rodne cislo|rodné č|r\.č|rč|birth number", "behind its name"),
    ("hr_oib", r"[0-9]{11}", "", r"oib", "behind its name"),
    ("ar_cuit", r"(?:2[034567]|3[034])-[0-9]{8}-[0-9]", r"[23][0-7]-[0-9]{8}-[0-9]", "", ""),
    ("ar_cuit", r"(?:2[034567]|3[034])[0-9]{9}", "", r"cuit|cuil", "behind its name"),
    ("il_id", r"[0-9]{8,9}", "", r"teudat zehut|israeli id|מספר זהות|תעודת זהות|ת\.ז", "behind its name"),
    ("bg_egn", r"[0-9]{10}", "", r"egn|егн", "behind its name"),
    ("th_pin", r"[1-8]-?[0-9]{4}-?[0-9]{5}-?[0-9]{2}-?[0-9]", "", r"thai id|เลขประจำตัวประชาชน|บัตรประชาชน|citizen id", "behind its name"),
    ("th_pin", r"[1-8]-[0-9]{4}-[0-9]{5}-[0-9]{2}-[0-9]", r"[1-8]-[0-9]{4}-[0-9]{5}-[0-9]{2}-[0-9]", "", ""),
    ("gr_amka", r"[0-9]{11}", "", r"amka|αμκα", "behind its name"),
    ("ee_ik", r"[1-6][0-9]{10}", "", r"isikukood|asmens kodas|personal code|estonian id", "behind its name"),
    ("yu_jmbg", r"[0-9]{13}", "", r"jmbg|emšo|emso|јмбг", "behind its name"),
    ("is_kt", r"[0-9]{6}-?[0-9]{4}", "", r"kennitala|kt", "behind its name"),
    ("my_nric", r"[0-9]{6}-[0-9]{2}-[0-9]{4}", r"[0-9]{6}-[0-9]{2}-[0-9]{4}", "", ""),
    ("tw_id", r"[A-Z][1289][0-9]{8}", r"(?:^|[^0-9A-Za-z_])[A-Z][1289][0-9]{8}", "", ""),
    ("hk_id", r"[A-Z]{1,2}[0-9]{6}\([0-9A]\)", r"[A-Z][0-9]{6}\([0-9A]\)", "", ""),
    ("ec_ci", r"[0-9]{9}-?[0-9]", "", r"cédula|cedula", "behind its name"),
    ("any_long", r"[0-9A-Za-z](?:[ ./-]?[0-9A-Za-z]){5,19}", "", r"national id(?:entity|entification)?(?: card)?|identity card|identity document|id card|citizen id|resident id|government id|documento de identidad|carta d'identità|personalausweis(?:nummer)?|ausweisnummer|carte d'identité|identity number|emirates id|dowód osobisty|dni|nie|rg", "behind its name"),
    ("ch_ahv", r"756\.?[0-9]{4}\.?[0-9]{4}\.?[0-9]{2}", r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}", "", ""),
)  # fmt: skip


#: With letters in it, or without gaps: these are no groups of digits.
_LETTERED = frozenset(
    {"it_fiscal", "mx_curp", "uk_nino", "fi_hetu", "fr_nir", "es_dni", "sg_nric", "tw_id", "hk_id", "cn_id"}
)


def _national_rules() -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for name, pattern, trigger, cue, note in _NATIONAL_ROWS:
        check = _compact(validators.NATIONAL[name])
        title = f"national number, {name.replace('_', ' ')}{' ' + note if note else ''} {len(rules)}"
        if cue:
            first = "[0-9A-Za-z]"
            gap = _GAP if name == "any_long" else f"{_GAP}|{_WORDS}"
            rules.append(
                Rule(
                    title,
                    "NATIONAL_ID",
                    cue_triggers(cue),
                    rf"(?ai:(?<![A-Za-z])(?:{cue}))(?![A-Za-z_])(?:{gap})(?={first})(?P<v>{pattern})(?![A-Za-z0-9])",
                    check=check,
                    near="ahead",
                    exact=True,
                    rank=65,
                    spread=True,
                    back=40,
                    width=220,
                    caseless=True,
                    head=rf"(?ai:(?<![A-Za-z])(?:{cue}))(?![A-Za-z_])",
                    source="check digit",
                )
            )
        else:
            rules.append(
                Rule(
                    title,
                    "NATIONAL_ID",
                    (trigger,),
                    rf"(?<![\w.+$/-])(?P<v>{pattern})(?![\w]|[-.][0-9A-Za-z])",
                    check=check,
                    rank=63,
                    spread=True,
                    back=26,
                    width=34,
                    run=name not in _LETTERED or note == "dotted",
                    source="check digit",
                )
            )
    return tuple(rules)


NATIONAL_RULES = _national_rules()
shapes.SHAPES["lower_iban"] = lambda text, start: _lower_iban(text, start)


_LOWER_IBAN = re.compile(r"[a-z]{2}[0-9]{2}(?:[ -]?[a-z0-9]){11,30}")


def _lower_iban(text: str, start: int) -> int:
    run = _LOWER_IBAN.match(text, start)
    span = _iban(text, start, run.end()) if run else None
    return span[1] if span else -1


_BANK_NUMBER = re.compile(
    r"(?ai:(?<![a-z])(?:sort[ -]?code|bsb|routing|aba|transit|blz|bankleitzahl|swift|bic|ag[eê]ncia|bank|banco)(?![a-z]))"
)
shapes.SHAPES["banked_account"] = lambda text, start: (
    shapes.account(text, start) if _BANK_NUMBER.search(text, max(0, start - 110), start) else -1
)
shapes.SHAPES["checked_card"] = lambda text, start: _checked_card(text, start)


def _checked_card(text: str, start: int) -> int:
    """Behind a cue, a card of thirteen to nineteen digits in any grouping that passes its check."""
    end = shapes.card(text, start)
    if end > 0 and validators.card(shapes.digits_of(text[start:end])):
        return end
    found = _card_groups(text, start, end) if end > 0 else None
    return found[1] if found else -1
