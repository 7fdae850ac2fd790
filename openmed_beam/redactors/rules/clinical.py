"""Clinical messages inside a text: the place in a segment, a tag or an element says what a value is.

HL7 v2 segments, X12 segments, DICOM dumps, and the elements of FHIR and CDA in XML. Components are found one by one,
so that the message still parses when they are replaced.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from openmed_beam.redactors.rules import shapes
from openmed_beam.redactors.rules.keys import KeyRule
from openmed_beam.redactors.rules.tables import Cell

_NAME = KeyRule("NAME", "given_name")
_DOB = KeyRule("DOB", "date")
_PHONE = KeyRule("PHONE", "phone")
_STREET = KeyRule("STREET_ADDRESS", "address")
_SSN = KeyRule("SSN", "ssn")
_MRN = KeyRule("MRN", "record")
_LICENCE = KeyRule("DRIVER_LICENSE", "licence")

#: HL7's extended composite id with a name: the id, if any, then the parts of the name.
_XCN = (_NAME, (0, 1, 2, 3))

#: HL7 v2.5.1 chapters 3 and 6: segment -> field -> (rule, components that count, from 0).
_HL7: dict[str, dict[int, tuple[KeyRule, tuple[int, ...]]]] = {
    "PID": {
        2: (_MRN, (0,)), 3: (_MRN, (0,)), 4: (_MRN, (0,)), 5: (_NAME, (0, 1, 2)), 6: (_NAME, (0, 1, 2)), 7: (_DOB, (0,)),
        9: (_NAME, (0, 1, 2)), 11: (_STREET, (0, 1)), 13: (_PHONE, (0,)), 14: (_PHONE, (0,)), 18: (_MRN, (0,)),
        19: (_SSN, (0,)), 20: (_LICENCE, (0,)),
    },
    "NK1": {2: (_NAME, (0, 1, 2)), 4: (_STREET, (0, 1)), 5: (_PHONE, (0,)), 6: (_PHONE, (0,)), 16: (_DOB, (0,)), 30: (_NAME, (0, 1, 2))},
    "GT1": {3: (_NAME, (0, 1, 2)), 5: (_STREET, (0, 1)), 6: (_PHONE, (0,)), 7: (_PHONE, (0,)), 8: (_DOB, (0,)), 12: (_SSN, (0,))},
    "IN1": {16: (_NAME, (0, 1, 2)), 18: (_DOB, (0,)), 19: (_STREET, (0, 1)), 36: (_MRN, (0,))},
    "PV1": {7: (_NAME, (1, 2, 3)), 8: (_NAME, (1, 2, 3)), 9: (_NAME, (1, 2, 3)), 17: (_NAME, (1, 2, 3)), 19: (_MRN, (0,))},
    "OBR": {10: _XCN, 16: _XCN, 28: _XCN, 32: _XCN},
    "OBX": {16: _XCN},
    "ORC": {10: _XCN, 11: _XCN, 12: _XCN, 19: _XCN},
    "PD1": {4: _XCN},
    "ROL": {4: _XCN},
    "TXA": {5: _XCN, 9: _XCN, 10: _XCN},
    "SCH": {12: _XCN, 16: _XCN, 20: _XCN},
    "EVN": {5: _XCN},
    "MRG": {1: (_MRN, (0,)), 3: (_MRN, (0,))},
    "IN2": {2: (_SSN, (0,))},
}  # fmt: skip
_HL7_SEGMENT = re.compile(
    r"(?<![A-Za-z])(?:(?=(?:PID|NK1|GT1|IN1|PV1|OBR|OBX)\|[0-9]{0,4}\||ORC\|[A-Z]{2}\||(?:PD1|ROL|TXA|SCH|EVN|MRG|IN2)\|[^|\n\r]{0,60}\|))([A-Z0-9]{3})\|([^\n\r\\]{8,4000})"
)

#: ASC X12 837 and 270: a person's segment, its address, its dates and numbers. Groups are named for their rule.
_X12 = re.compile(
    r"(?<![A-Za-z])(?:"
    r"NM1\*[A-Z0-9]{2,3}\*1\*(?P<last>[^*~\n]{1,60})(?:\*(?P<first>[^*~\n]{0,35}))?(?:\*(?P<middle>[^*~\n]{0,25}))?"
    r"(?:\*[^*~\n]{0,10}\*[^*~\n]{0,10}\*(?:(?:MI|II|MR)\*(?P<member>[^*~\n]{2,80})|(?:34|SY)\*(?P<holder>[0-9-]{9,11})))?"
    r"|N3\*(?P<street>[^*~\n]{3,55})|DMG\*D8\*(?P<birth>[0-9]{8})|REF\*SY\*(?P<social>[0-9-]{9,11})"
    r"|PER\*IC\*(?P<contact>[^*~\n]{1,60})(?:\*TE\*(?P<phone>[0-9]{7,15}))?|REF\*EA\*(?P<record>[^*~\n]{3,50}))"
)
_X12_RULES = {
    "last": _NAME, "first": _NAME, "middle": _NAME, "member": _MRN, "street": _STREET, "birth": _DOB, "social": _SSN, "holder": _SSN,
    "contact": _NAME, "phone": _PHONE, "record": _MRN,
}  # fmt: skip

#: DICOM PS3.6: tag -> rule.
_DICOM_TAGS = {
    "0010,0010": _NAME, "0010,1001": _NAME, "0010,1005": _NAME, "0010,1060": _NAME, "0008,0090": _NAME,
    "0008,1048": _NAME, "0008,1050": _NAME, "0008,1060": _NAME, "0008,1070": _NAME, "0010,0020": _MRN, "0010,1000": _MRN,
    "0008,0050": _MRN, "0010,0030": _DOB, "0010,1040": _STREET, "0010,2154": _PHONE,
}  # fmt: skip
_DICOM = re.compile(
    r"\((00(?:08|10)), ?([0-9]{4})\)[^\n\[\]]{0,70}?[ ][A-Z]{2}(?: \[|: ['\"])([^\[\]'\"\n]{1,120})(?=[\]'\"])"
)

#: A field named by its place: `PID.19 = ...`, `PID-5: ...`.
_HL7_REFERENCE = re.compile(
    r"(?<![A-Za-z0-9])(PID|NK1|GT1|IN1|PV1)[.-]([0-9]{1,2})(?:\.[0-9])?[ ]{0,2}(?:[:=]|is )[ ]{0,2}[\"']?([^\s|\"'][^\n\r|\"'(),;]{1,80})"
)

#: FHIR R4 in JSON that is no JSON of its own: HumanName, and an Identifier whose type says that it is a record's.
_FHIR_NAME = re.compile(
    r'"(?:family|given)"\s{0,2}:\s{0,2}("[^"\n\\]{1,60}"|\[(?:\s{0,8}"[^"\n\\]{1,60}"\s{0,8},?){1,6}\])'
)
_FHIR_IDENTIFIER = re.compile(
    r'"(?:text|code|display)"\s{0,2}:\s{0,2}"(?:MRN|MR|Medical [Rr]ecord [Nn]umber)"[\s}\],]{1,12}(?:"system"\s{0,2}:\s{0,2}"[^"\n]{0,100}",\s{0,4})?'
    r'"value"\s{0,2}:\s{0,2}"([^"\n]{2,40})"'
)
#: Identifier systems of FHIR that say what an identifier is -> rule.
_SYSTEMS = {
    "us-ssn": _SSN, "2.16.840.1.113883.4.1": _SSN, "nhs-number": KeyRule("NHS_NUMBER", "nhs"), "us-npi": KeyRule("NPI", "npi"),
    "2.16.840.1.113883.4.6": KeyRule("NPI", "npi"), "us-mbi": _MRN, "us-medicare": _MRN, "us-medicaid": _MRN,
}  # fmt: skip
_FHIR_SYSTEM = re.compile(
    rf'(?P<system>{"|".join(map(re.escape, _SYSTEMS))})"\s{{0,2}},\s{{0,12}}"value"\s{{0,2}}:\s{{0,2}}"(?P<value>[^"\n]{{2,40}})"'
)
#: Any other identifier of a FHIR resource, and the lines of its address; quotes may be escaped.
_FHIR_IDENTIFIERS = re.compile(r'(?P<q>\\{0,3}")identifier(?P=q)\s{0,2}:\s{0,2}(?P<list>\[?\s{0,12}\{[^\[\]]{1,1200})')
_FHIR_VALUE = re.compile(r'(?P<q>\\{0,3}")value(?P=q)\s{0,2}:\s{0,2}(?P=q)(?P<value>[^"\\\n]{4,40})(?P=q)')
_FHIR_LINES = re.compile(
    r'(?P<q>\\{0,3}")line(?P=q)\s{0,2}:\s{0,2}\[(?P<list>[^\[\]{}\n]{3,300}|\s{0,20}"[^\[\]{}]{3,300})\]'
)
_FHIR_LINE = re.compile(r'(?P<q>\\{0,3}")(?P<value>[^"\\\n]{4,100})(?P=q)')
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_STRING = re.compile(r'"([^"\n\\]{1,60})"')

#: FHIR R4 (`value` attributes) and CDA R2 (text) elements of a person.
_XML = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9]{0,7}:)?(?:(?P<name>given|family)|(?P<birth>birthDate|birthTime)|(?P<street>line|streetAddressLine))"
    r"(?: (?!value)[A-Za-z]{1,12}=\"[^\"<>]{0,40}\"){0,2}(?: value=\"|>)[ ]?(?P<value>[^\"<>\n]{1,100})"
)
_XML_RULES = {"name": _NAME, "birth": _DOB, "street": _STREET}

#: What the multi-pattern scanner looks for; each reader finds its own places.
TRIGGERS = (
    *(re.escape(f'{system}"') for system in _SYSTEMS), "resourceType",
    r"(?:PID|NK1|GT1|IN1|PV1|OBR|OBX|ORC|PD1|ROL|TXA|SCH|EVN|MRG|IN2)[|.-]", r"\"(?:given|family)\"", r"\"(?:MRN|MR|Medical [Rr]ecord [Nn]umber)\"", r"(?:NM1\*[A-Z0-9]|N3\*|DMG\*D|REF\*SY|REF\*EA|PER\*IC)", r"\(00(?:08|10), ?[0-9]",
    r"<(?:[A-Za-z][A-Za-z0-9]{0,7}:)?(?:given|family|birthDate|birthTime|line|streetAddressLine)[ >]",
)  # fmt: skip


def values(text: str) -> Iterator[Cell]:
    """What the segments, tags and elements of a text say of their values: letters for a name, a digit for the others."""
    return chain(_hl7(text), _x12(text), _dicom(text), _fhir(text))


def _hl7(text: str) -> Iterator[Cell]:
    for segment in _HL7_SEGMENT.finditer(text):
        fields = _HL7[segment.group(1)]
        at = segment.start(2)
        for number, field in enumerate(segment.group(2).split("|"), 1):
            if number in fields:
                yield from _components(field, at, *fields[number])
            at += len(field) + 1
    for reference in _HL7_REFERENCE.finditer(text):
        known = _HL7[reference.group(1)].get(int(reference.group(2)))
        if known is not None:
            yield from _components(reference.group(3).rstrip(), reference.start(3), *known)


def _x12(text: str) -> Iterator[Cell]:
    for segment in _X12.finditer(text):
        for group, rule in _X12_RULES.items():
            if segment.group(group) and _plausible(segment.group(group), rule):
                yield Cell(*segment.span(group), rule)


def _dicom(text: str) -> Iterator[Cell]:
    for tag in _DICOM.finditer(text):
        rule = _DICOM_TAGS.get(f"{tag.group(1)},{tag.group(2)}")
        if rule is not None:
            yield from _components(tag.group(3), tag.start(3), rule, tuple(range(4)) if rule is _NAME else (0,))


def _fhir(text: str) -> Iterator[Cell]:
    if '"family"' in text and '"given"' in text:
        for member in _FHIR_NAME.finditer(text):
            for part in _STRING.finditer(member.group(1)):
                yield Cell(member.start(1) + part.start(1), member.start(1) + part.end(1), _NAME)
    for identifier in _FHIR_IDENTIFIER.finditer(text):
        yield Cell(*identifier.span(1), _MRN)
    known_at = set()
    for known in _FHIR_SYSTEM.finditer(text):
        known_at.add(known.start("value"))
        yield Cell(*known.span("value"), _SYSTEMS[known.group("system")])
    if "resourceType" in text:
        yield from (cell for cell in _fhir_parts(text) if cell.start not in known_at)
    for element in _XML.finditer(text):
        value = element.group("value").rstrip()
        rule = next(rule for group, rule in _XML_RULES.items() if element.group(group))
        if _plausible(value, rule):
            start = element.start("value")
            yield Cell(start, start + len(value), rule)


def _fhir_parts(text: str) -> Iterator[Cell]:
    """Identifiers of resources whatever their system, but for UUIDs, and the lines of addresses."""
    for identifiers in _FHIR_IDENTIFIERS.finditer(text):
        for found in _FHIR_VALUE.finditer(text, *identifiers.span("list")):
            value = found.group("value")
            if shapes.record_number(value, 0) == len(value) and not _UUID.fullmatch(value):
                yield Cell(*found.span("value"), _MRN)
    for lines in _FHIR_LINES.finditer(text):
        for found in _FHIR_LINE.finditer(text, *lines.span("list")):
            value = found.group("value")
            if shapes.address(value, 0) == len(value):
                yield Cell(*found.span("value"), _STREET)


def _components(field: str, at: int, rule: KeyRule, wanted: tuple[int, ...]) -> Iterator[Cell]:
    """The components of a field, each repetition for itself."""
    for repetition in field.split("~"):
        start = at
        for number, component in enumerate(repetition.split("^")):
            value = component.strip(' "')
            if number in wanted and _plausible(value, rule):
                first = start + component.index(value)
                yield Cell(first, first + len(value), rule)
            start += len(component) + 1
        at += len(repetition) + 1


def _plausible(value: str, rule: KeyRule) -> bool:
    figures = any(char.isdigit() for char in value)
    return figures is not (rule is _NAME) and any(char.isalnum() for char in value)
