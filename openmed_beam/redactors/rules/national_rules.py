"""The catalogue of national numbers: those whose shape is distinctive anywhere, the others behind their name."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re

from openmed_beam.redactors.rules.checks import carried, compacted
from openmed_beam.redactors.rules.cues import GAP, WORDS, cue_triggers
from openmed_beam.redactors.rules.national_ids import NATIONAL
from openmed_beam.redactors.rules.rule import Check, Rule

# National numbers: name, pattern, check, cue that must stand near (empty: the check is strong enough alone).

_NATIONAL_ROWS: tuple[tuple[str, str, str, str, str], ...] = (
    ("br_cpf", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", "", ""),
    ("br_cpf", r"[0-9]{11}", "", "cpf", "behind its name"),
    ("br_cnpj", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}/[0-9]{4}-[0-9]{2}", r"[0-9]{3}/[0-9]{4}-[0-9]{2}", "", ""),
    ("es_dni", r"[0-9]{8}-?[A-Za-z]", r"(?:^|[^0-9A-Za-z_])[0-9]{8}-?[A-Za-z]", "", ""),
    ("es_dni", r"[XYZxyz]-?[0-9]{7}-?[A-Za-z]", r"(?:^|[^0-9A-Za-z_])[XYZxyz]-?[0-9]{7}-?[A-Za-z]", "", ""),
    ("it_fiscal", r"(?ai:[A-Z]{6}[0-9]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z])", r"[A-Za-z]{6}[0-9]{2}[A-Za-z]{1}[0-9L-NP-Vl-np-v]{2}[A-Za-z][0-9L-NP-Vl-np-v]{3}[A-Za-z]", "", ""),
    ("it_fiscal", r"(?ai:[A-Z]{6}[0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z])", "", r"codice fiscale|c\.f\.|cod\. ?fisc\.?|codfisc", "behind its name"),
    ("fr_nir", r"[12] [0-9]{2} (?:0[1-9]|1[0-2]|[2-9][0-9]) (?:[0-9]{2}|2[AB]) [0-9]{3} [0-9]{3} [0-9]{2}", r"[12] [0-9]{2} [0-9]{2} [0-9]{1}[0-9AB] [0-9]{3} [0-9]{3} [0-9]", "", ""),
    ("fr_nir", r"[12][0-9]{4}[0-9AB]{2}[0-9]{8}", "", r"sécurité sociale|securite sociale|n° ss|nss|n° sécu|num(?:é|e)ro de s(?:é|e)cu|nir|insee|sécu|no sécu|n° d'assurée?|n° d’assurée?|no d'assurée?|no d’assurée?|numéro d'assurée?|numéro d’assurée?|assuré social|n° assuré|no assuré|immatriculation sécu|n° s\.s\.|matricule assuré|carte vitale", "behind its name"),
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
    ("in_aadhaar", r"(?<![0-9] )[2-9][0-9]{3} [0-9]{4} [0-9]{4}(?! [0-9])", r"(?:^|[^0-9A-Za-z])[2-9][0-9]{3} [0-9]{4} [0-9]{4}", "", "grouped"),
    ("in_pan", r"(?ai:[A-Z]{3}[ABCFGHLJPT][A-Z][0-9]{4}[A-Z])", "", r"pan|pan card|permanent account number", "behind its name"),
    ("cn_id", r"[1-9][0-9]{5}(?:19|20)[0-9]{9}[0-9Xx]", r"(?:^|[^0-9A-Za-z_.])[1-9][0-9]{5}(?:19|20)[0-9]{9}[0-9Xx]", "", ""),
    ("ca_sin", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}", "", r"sin|social insurance|nas", "behind its name"),
    ("au_tfn", r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}", "", r"tfn|tax file", "behind its name"),
    ("au_medicare", r"[2-6][0-9]{3}[ -]?[0-9]{5}[ -]?[0-9](?:[ -/]?[0-9])?", "", r"medicare", "behind its name"),
    ("uk_nino", r"(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[A-D])", r"[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D](?:$|[^0-9A-Za-z_])", "", ""),
    ("uk_nino", r"(?ai:[A-Z]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[A-D])", "", r"nino|ni number|ni no|national insurance(?: number| no)?", "behind its name"),
    ("sg_nric", r"[STFG][0-9]{7}[A-Z]", r"(?:^|[^0-9A-Za-z_])[STFG][0-9]{7}[A-Z]", "", ""),
    ("kr_rrn", r"[0-9]{6}-[1-8][0-9]{6}", r"[0-9]{6}-[1-8][0-9]{6}", "", ""),
    ("jp_mynumber", r"[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}", "", r"my ?number|マイナンバー|個人番号", "behind its name"),
    ("za_id", r"[0-9]{13}", "", r"id number|identity number|south african id|sa id|rsa id|id no", "behind its name"),
    ("mx_curp", r"[A-Z][AEIOUX][A-Z]{2}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]", r"[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}", "", ""),
    ("pt_nif", r"[0-9]{3}[ ]?[0-9]{3}[ ]?[0-9]{3}", "", r"nif|contribuinte", "behind its name"),
    ("ie_pps", r"(?ai:[0-9]{7}[A-W][A-IW]?)", "", r"pps|ppsn|pps number|pps no", "behind its name"),
    ("tr_tckn", r"[1-9][0-9]{10}", "", r"tc kimlik|t\.c\. kimlik|tckn|kimlik", "behind its name"),
    ("es_dni", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}-?[A-Za-z]", r"[0-9]{2}\.[0-9]{3}\.[0-9]{3}-?[A-Za-z]", "", "dotted"),
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
    ("any_long", r"[0-9A-Za-z](?:[ ./-]?[0-9A-Za-z]){5,19}", "", r"national id(?:entity|entification)?(?: card)?|identity card|identity document|id card|citizen id|resident id|government id|documento de identidad|carta d'identità|personalausweis(?:nummer)?|ausweisnummer|carte d'identité|identity number|emirates id|dowód osobisty|(?:numer|nr) dowodu|dni|nie|rg", "behind its name"),
    ("ch_ahv", r"756[0-9]{10}", "", r"ahv|ahv-?nr|ahv-?nummer|avs|n° avs|no avs|navs|navs13|avs13|sozialversicherungsnummer|versichertennummer|numéro avs", "behind its name"),
    ("ch_ahv", r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}", r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}", "", ""),
)  # fmt: skip


#: With letters in it, or without gaps: these are no groups of digits.
_LETTERED = frozenset(
    {"it_fiscal", "mx_curp", "uk_nino", "fi_hetu", "fr_nir", "es_dni", "sg_nric", "tw_id", "hk_id", "cn_id"}
)


#: Numbers whose name means nothing else: behind it the shape is enough, since people mistype and invent.
_NAMED = frozenset(
    "br_cpf pl_pesel nl_bsn in_aadhaar hr_oib ro_cnp tr_tckn bg_egn gr_amka au_tfn ar_cuit cl_rut cz_rc ca_sin de_tax it_fiscal ie_pps fr_nir".split()
)


def _named(check: Check, cue: str) -> Check:
    """The check, or nothing but the name right before the value and more than two different digits."""
    name = re.compile(rf"(?ai:(?<![A-Za-z])(?:{cue}))(?![A-Za-z_]){GAP}$")

    def run(text: str, start: int, end: int) -> tuple[int, int] | None:
        if len(set(text[start:end])) > 3 and name.search(text, max(0, start - 60), start):
            return start, end
        return check(text, start, end)

    return run


def _uncarried(check: Check) -> Check:
    """The check, but for numbers of parcels."""
    return lambda text, start, end: None if carried(text, start) else check(text, start, end)


def _national_rules() -> tuple[Rule, ...]:
    rules: list[Rule] = []
    for name, pattern, trigger, cue, note in _NATIONAL_ROWS:
        check = compacted(NATIONAL[name])
        if note == "grouped":
            check = _uncarried(check)
        if cue and name in _NAMED:
            check = _named(check, cue)
        title = f"national number, {name.replace('_', ' ')}{' ' + note if note else ''} {len(rules)}"
        if cue:
            first = "[0-9A-Za-z]"
            gap = GAP if name == "any_long" else f"{GAP}|{WORDS}"
            rules.append(
                Rule(
                    title,
                    "NATIONAL_ID",
                    cue_triggers(cue),
                    rf"(?ai:(?<![A-Za-z])(?:{cue}))(?![A-Za-z_])(?=[^0-9]{{0,60}}[0-9])(?:{gap})(?={first})(?P<v>{pattern})(?![A-Za-z0-9])",
                    check=check,
                    near="ahead",
                    exact=True,
                    rank=65,
                    spread=True,
                    back=40,
                    width=400,
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
