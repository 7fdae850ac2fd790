"""Checks of the catalogue: from where a pattern matched, (text, start, end), to the final span or None."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import ipaddress
import re

from openmed_beam.redactors.rules import shapes, validators
from openmed_beam.redactors.rules.rule import Check

_FILES = frozenset(
    "png jpg jpeg gif svg webp bmp ico js jsx tsx ts css scss json yaml yml htm html pdf xml txt csv log lock toml whl tgz gz"
    " tar zip py rb go rs java cpp ipynb parquet exe dll so deb rpm apk dmg iso grad shape dtype data".split()
) - {"zip", "py", "rs", "so", "java"}  # fmt: skip


#: What stands before the id of a mail, which is spelled like an address.
_MESSAGE_ID = re.compile(r"(?ai:(?:message-id|references|in-reply-to): ?<)$")


_NO_DOMAIN = re.compile(r"[0-9]+x\.|v?[0-9]+\.[0-9]+\.|[0-9.]+$")


def email_address(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    local, _, domain = value.rpartition("@") if "@" in value else value.partition("%40")
    tld = domain.rpartition(".")[2]
    if domain.startswith("["):
        return start, end
    if tld.lower() in _FILES or _NO_DOMAIN.match(domain) or ".." in domain:
        return None
    if local in ("git", "hg", "svn") and text.startswith((":", "/"), end):
        return None
    if domain.startswith("odata.") or _MESSAGE_ID.search(text, max(0, start - 24), start):
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


def nanp(text: str, start: int, end: int) -> tuple[int, int] | None:
    digits = shapes.digits_of(text[start:end])[-10:]
    if digits[:3] not in _AREA_CODES or digits[3] in "01" or digits[3:6] in ("911",):
        return None
    return start, shapes.with_extension(text, end)


#: One of these within a sentence makes grouped digits a telephone number.
PHONE_WORD = re.compile(
    r"(?ai:(?<![a-z])(?:phones?|tel|telephone|mobile|cell|call|calling|caller|called|landline|callback|text|sms|dial|reach|ring|fax|contact|whatsapp|voicemail)(?![a-z])|\([HWMCO]\))"
)


_OTHER_PHONE = re.compile(r"(?<![0-9])[2-9][0-9]{2}([-. ])[2-9][0-9]{2}\1[0-9]{4}(?![0-9])")


def said_to_ring(text: str, start: int, end: int) -> bool:
    """A word of telephones stands beside a number, or another number of its kind shortly before."""
    return bool(
        PHONE_WORD.search(text, max(0, start - 60), start)
        or PHONE_WORD.search(text, end, end + 40)
        or _OTHER_PHONE.search(text, max(0, start - 160), start)
    )


def intl_phone(text: str, start: int, _end: int) -> tuple[int, int] | None:
    stop = shapes.international(text, start)
    return (start, stop) if stop > 0 else None


def extended(text: str, start: int, end: int) -> tuple[int, int] | None:
    return start, shapes.with_extension(text, end)


def compacted(check: object) -> Check:
    def run(text: str, start: int, end: int) -> tuple[int, int] | None:
        value = "".join(char for char in text[start:end] if char.isalnum()).upper()
        return (start, end) if check(value) else None  # type: ignore[operator]

    return run


def iban_span(text: str, start: int, end: int) -> tuple[int, int] | None:
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
    " clause rfc § kernel chromium assembly package pkg v".split()
)
#: What makes four numbers a version or a section, with at most joining words and other numbers between.
_NUMBERED = re.compile(
    r"(?ai:(?:version|(?<![a-z])(?:release|firmware|bios|uefi|database|driver|kernel|build|patch|sections?|chapters?|clauses?|paragraphs?"
    r"|articles?|tables?|figures?|fig|appendix|annex|eq|equations?|steps?|rules?|§§?))(?:[\s:=\"'(,v]|(?:is|was|now|to|from|and|or|through)(?![a-z])|[0-9.]+(?=[\s,])){1,8}$)"
)
#: Products whose version follows their name; an address there is one of a private network or has a port.
_PRODUCT = re.compile(
    r"(?ai:(?<![a-z])(?:mysql|postgres(?:ql)?|mariadb|nginx|httpd|redis|openssl|openssh|node(?:\.?js)?|python|jdk|jre|php|windows|macos"
    r"|ios|ipados|android|chrome|firefox|elasticsearch|kafka|mongodb|docker|kubernetes|k8s|helm|tomcat|log4j|postfix|junos|fortios"
    r"|oracle|\.net|curl|git|lib[a-z]{2,12})(?:[\sv]|->|→|to(?![a-z])|[0-9.]+(?=[\s,])){1,8}$)"
)
#: Behind these, "to" leads to a host and not to a version.
_TO_A_HOST = re.compile(
    r"(?ai:(?:trace(?:route|rt)?|connect(?:s|ed|ing|ion|ions)?|route[ds]?|ping|ssh|telnet|bound|bind|forward(?:s|ed|ing)?|resolve[sd]?"
    r"|point(?:s|ed|ing)?|requests?|repl(?:y|ies)|packets?|traffic|proxied|redirect(?:s|ed)?|access|login|logged in)[ ]to[ ])$"
)
_PRIVATE = re.compile(r"10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.")
_IMAGE = re.compile(r"/[a-z0-9][a-z0-9._-]{0,60}:$")
_LETTER = re.compile("[A-Za-z§]")
_RELEASED = re.compile(r"(?ai:[ ]\(?(?:release|build|patch|hotfix|firmware|or (?:later|newer|above))(?![a-z]))")
_AGENTS = frozenset(
    "chrome chromium crios edg edge edga edgios opr opera vivaldi yabrowser brave electron safari firefox version ucbrowser"
    " samsungbrowser headlesschrome postmanruntime okhttp webkit applewebkit".split()
)
_AGENT_ENDS = ("client", "sdk", "agent", "browser", "lib")


def _numbered(text: str, start: int, end: int) -> bool:
    """Whether what stands around four numbers says that they are a version, a section or the tag of an image."""
    if _RELEASED.match(text, end):
        return True
    low = max(0, start - 60)
    if _LETTER.search(text, low, start) is None:
        return False
    if _NUMBERED.search(text, low, start) or (text[start - 1] == ":" and _IMAGE.search(text, low, start)):
        return True
    address = _PRIVATE.match(text, start) or text.startswith(":", end)
    return not address and _PRODUCT.search(text, low, start) is not None


#: What has versions and seldom an address, right before four low numbers; and a product with its version, as agents name it.
_VERSIONED = re.compile(
    r"(?ai:(?<![a-z])(?:api|sdk|apps?|application|portal|plug-?in|extension|add-?on|module|library|framework|engine|cli|ui|suite|studio|runtime"
    r"|toolkit|installer|editor|compiler|browser|theme|bundle|crate|gem|wheel|jar|codec|schema|layout|protocol|template|model|dataset|edition|rom|os"
    r"|fw|sw|hw|ua|product|software|tool|agent|ver(?:si[oó]n|s[aã]o|sione|sie|zija)?|wersja|versio|upgrad(?:e|ed|ing)|updat(?:e|ed|ing)|roll(?:ed)? back"
    r"|downgraded?|bump(?:ed)?|pinned|since|requires?|introduced in|fixed in|shipped)(?:[\s:=\"'(\\]|to|from|in|on|is){1,6}$)"
    r"|(?:^|[\s\"'(,;])(?!(?:ip|host|peer|addr|address|node|server|client|dns|src|dst|from|to|via|net|cidr|subnet|gateway|gw|route|tcp|udp)/)[A-Za-z][\w.+-]{1,40}/$",
    re.ASCII,
)
#: What is said of a version behind it.
_IS_RELEASED = re.compile(
    r"(?ai:[\"')]{0,2}[ ](?:is|are|was|has been|will be)?[ ]?(?:now )?(?:rolling out|rolled out|released?|out now|available|shipp(?:ed|ing|s)|ships|introduc(?:es|ed)|deprecat(?:es|ed)"
    r"|deployed|going live|went live|adds|drops support|fixes|and (?:later|newer|above|up)|or (?:later|newer|above)|onwards?)(?![a-z]))"
)


def _low_numbered(parts: list[str]) -> bool:
    """Whether four numbers count like a version does; of drawn addresses one in a hundred does, of well-known ones some."""
    return int(parts[0]) <= 31 and int(parts[1]) <= 31 and parts[0] != "10" and len(set(parts)) > 2


def _of_a_product(text: str, start: int, end: int) -> bool:
    """Whether four low numbers stand behind what has versions, or before what is said of one."""
    if text.startswith((":", "/"), end):
        return False
    return bool(_IS_RELEASED.match(text, end) or _VERSIONED.search(text, max(0, start - 48), start))


#: Whose number is no telephone's.
_OTHER_NUMBER = re.compile(
    r"(?ai:(?<![a-z])(?:order|invoice|ticket|case|reference|ref|confirmation|booking|reservation|claim|account|part|model|item|sku|serial|po|rma|return|batch|lot|quote|contract|job|work ?order|purchase|transaction|receipt"
    r"|tracking|shipment|delivery|bestell|auftrags|rechnungs|flight|docket|incident|request)[ _-]?(?:number|no|num|nr|nummer|id)s?[\"'\\]{0,3}(?:[ :=#\"'\\]|is(?![a-z])|was(?![a-z])){1,8}$)"
)


def not_another(text: str, start: int, end: int) -> tuple[int, int] | None:
    """No number of an order, an invoice or the like; one that opens with a plus is a telephone's all the same."""
    other = text[start] != "+" and _OTHER_NUMBER.search(text, max(0, start - 48), start)
    return None if other else (start, end)


#: Carriers and what their numbers are called; between one and its number stand marks and parts of the number alone.
_CARRIED = re.compile(
    r"(?ai:(?<![a-z])(?:(?:fedex|ups|usps|dhl|dpd|gls|tnt|evri|hermes|yodel|parcelforce|royal mail|an post|canada post|purolator|australia post|auspost"
    r"|startrack|aramex|blue ?dart|delhivery|dtdc|ontrac|lasership|postnl|bpost|la poste|colissimo|chronopost|mondial relay|correos|seur"
    r"|poste italiane|brt|deutsche post|swiss post|postnord|inpost|poczta polska|sf express|yamato|sagawa|japan post|ems|ninja van)"
    r"|(?P<named>tracking|trackingnr|waybill|airway ?bill|awb|consignment|parcel|shipment|sendung(?:snummer|snr)?|paket(?:nummer|nr)|suivi|colis|seguimiento|rastreio"
    r"|spedizione|przesy[lł]k[ai]|barcode|isbn))"
    r"(?:[ ](?:number|numbers|no|nr|num|id|code|ref|reference|label|tracking|express|ground|freight)){0,2}[\s:.#=(-]{0,4}(?:(?:is|was) )?(?P<parts>(?:[a-z]{0,2}[0-9][0-9a-z]{0,5}[ -]){0,6})$)"
)


def carried(text: str, start: int) -> bool:
    """Whether a number in groups stands behind a carrier, or behind what numbers of parcels are called."""
    return _CARRIED.search(text, max(0, start - 64), start) is not None


def not_carried(check: Check | None) -> Check:
    """A check that takes no part of a parcel's number; a carrier alone before it may have a telephone, though."""

    def run(text: str, start: int, end: int) -> tuple[int, int] | None:
        found = _CARRIED.search(text, max(0, start - 64), start)
        if found is not None and (found["named"] or found["parts"]):
            return None
        return check(text, start, end) if check is not None else (start, end)

    return run


_WORD_LETTERS = "abcdefghijklmnopqrstuvwxyz§"


def ipv4_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    before = text[start - 24 if start > 24 else 0 : start].lower()
    if before.endswith(_VERSION_MARKS):
        return None
    named = before.rstrip(" .:=\"'(\\")
    if named.endswith(_VERSION_WORDS) and not before.endswith("@"):
        word = named[len(named.rstrip(_WORD_LETTERS)) :]
        if not word or (word in _VERSION_WORDS and not (word == "to" and _TO_A_HOST.search(before))):
            return None
    parts = text[start:end].split(".")
    if (
        parts[0] in ("0", "127")
        or parts[:3] == ["255", "255", "255"]
        or (parts[0] == "255" and parts[3] in ("0", "255"))
    ):
        return None
    if _numbered(text, start, end):
        return None
    if (
        before.endswith("/")
        and (agent := re.search(r"[a-z]+$", before[:-1]))
        and (agent.group() in _AGENTS or agent.group().endswith(_AGENT_ENDS))
    ):
        return None
    if _low_numbered(parts) and _of_a_product(text, start, end):
        return None
    if before.endswith("-") and len(before) > 1 and before[-2].isalpha():
        return None
    return start, end


def ipv6_span(text: str, start: int, end: int) -> tuple[int, int] | None:
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


def mac_address(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = "".join(char for char in text[start:end] if char.isalnum()).lower()
    if len(set(value)) < 3 or ("." in text[start:end] and value.isdigit()):
        return None
    return start, end


def vin_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    return (start, end) if validators.vin(value) and sum(c.isalpha() for c in value) >= 4 else None


def street_span(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Moves the start over a unit before it, the end over one behind it, and over city, state and ZIP code."""
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", text[start:end])}
    if not words or words & _MEASURES:
        return None
    numbered = _NUMBERED_ROAD.match(text, end, end + 8) if _ROAD.search(text, start, end) else None
    if numbered:
        end = numbered.end()
    before = _UNIT_BEFORE.search(text, max(0, start - 24), start)
    if before:
        start = before.start()
    unit = _UNIT.match(text, end, end + 40)
    unit = unit or _FOREIGN_UNIT.match(text, end, end + 40)
    if unit:
        end = unit.end()
    place = _PLACE.match(text, end, end + 60)
    return start, place.end() if place else end


_MEASURES = frozenset(
    "minute minutes hour hours day days week weeks month months year years mile miles second seconds step best top".split()
)
#: Roads that a number follows: `2217 County Road 14`.
_ROAD = re.compile(r"(?ai:[ ](?:(?:county|state|farm|ranch|us)[ ](?:road|route|rd|rte)|highway|hwy|route))$")
_NUMBERED_ROAD = re.compile(r"[ ][0-9]{1,4}[A-Z]?(?![A-Za-z0-9])")
_UNIT = re.compile(
    r"(?ai:(?:,?\s(?:apt|apartment|suite|ste|office|villa|shop|unit|flat|floor|fl|rm|room|bldg|building|lot)(?:\.[ ]?|[ ]|[ ]?#[ ]?)|,?[ ]#[ ]?)"
    r"(?:[0-9]{1,5}[A-Z]?|[A-Z][0-9]{0,5}|[A-Z]-?[0-9]{1,4})(?:-[A-Z0-9]{1,4})?(?![A-Za-z0-9]))"
)
#: A flat in other languages, behind a comma or slash: `3º B`, `apto 72`, `2. OG`, `piano 4`, `Top 12`, `Wohnung 5`.
_FOREIGN_UNIT = re.compile(
    r"(?ai:,?[ /]{1,2}(?:[0-9]{1,2}\.?[ºª°][ ]?(?:esq|izq|izqda|izda|dcha|der|dta|dto|dir|dx|sx|frt|[A-Z])?\.?(?![A-Za-z0-9])|(?:apto|apartamento|ap|piso|planta|puerta|esc|sala|bloco|piano|interno|int|scala"
    r"|appt|app|bureau|suite|logement|unit[eé]|b[aâ]t|[eé]tage|wohnung|whg|top|t[uü]r|m|lok|lgh|lejl)\.?[ ]?[0-9]{1,4}[A-Z]?(?![A-Za-z0-9])|[0-9]{1,2}\.[ ](?:OG|UG|Stock|Etage|sal)|(?:[0-9]{1,2}(?:r|n|t|[eè])|baixos|entl|pral|àtic|[aà]tico|bajos?)[ ,]{1,2}[0-9]{1,2}a(?![A-Za-z0-9])))"
)
_UNIT_BEFORE = re.compile(
    r"(?ai:(?<![A-Za-z0-9])(?:apt|apartment|suite|ste|unit|flat|room)\.?[ ]?#?(?:[0-9]{1,5}[A-Z]?|[A-Z])(?:,[ ]?|[ /]))$"
)
_PLACE = re.compile(
    r",?[ \n][A-Z][A-Za-z.'-]{1,20}(?:[ ][A-Z][A-Za-z.'-]{1,20}){0,2},?[ ](?:[A-Z]{2}|[A-Z][a-z]{3,12}(?:[ ][A-Z][a-z]{3,10})?),?[ ][0-9]{5}(?:-[0-9]{4})?(?![0-9])"
    r"|,?[ \n][A-Z][A-Za-z.'-]{1,20}(?:[ ][A-Z][A-Za-z.'-]{1,20}){0,2},?[ ][A-Z]{1,2}[0-9][0-9A-Z]?[ ][0-9][A-Z]{2}(?![A-Za-z0-9])"
)


def street_abroad(text: str, start: int, end: int) -> tuple[int, int]:
    """Moves the end over a flat."""
    unit = _FOREIGN_UNIT.match(text, end, end + 40)
    return start, unit.end() if unit else end


#: What says in Italian and Spanish that a street follows.
_LIVING = re.compile(
    r"(?ai:(?<![a-z])(?:residente|residenza|domiciliat[oa]|domicilio|abita|abitante|sede|indirizzo|recapito|vive|vivo|direcci[oó]n)(?: (?:in|a|en|legale))?[:, ]{1,2})$"
)


def spanish(text: str, start: int, end: int) -> tuple[int, int] | None:
    """`via` and the like are English words too: their street must be capitalised and its number no year or port."""
    head = text[start:end].split(" ")[0]
    if (
        head.islower()
        and head in ("via", "largo", "corso", "al.")
        and not re.search(r", ?[0-9]{1,3}\w?$", text[start:end])
        and not _LIVING.search(text, max(0, start - 40), start)
    ):
        return None
    return street_abroad(text, start, end)


_DIALLED = re.compile(r"(?:0011|011|00)[ -]?$")


def zero_zero(text: str, start: int) -> tuple[int, int] | None:
    stop = shapes.international("+" + text[start : start + 40], 0)
    if stop <= 0:
        return None
    dialled = _DIALLED.search(text, max(0, start - 5), start)
    return (dialled.start() if dialled else start), start + stop - 1


def card_groups(text: str, start: int, end: int) -> tuple[int, int] | None:
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


shapes.SHAPES["lower_iban"] = lambda text, start: _lower_iban(text, start)


_LOWER_IBAN = re.compile(r"[a-z]{2}[0-9]{2}(?:[ -]?[a-z0-9]){11,30}")


def _lower_iban(text: str, start: int) -> int:
    run = _LOWER_IBAN.match(text, start)
    span = iban_span(text, start, run.end()) if run else None
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
    found = card_groups(text, start, end) if end > 0 else None
    return found[1] if found else -1
