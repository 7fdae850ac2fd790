"""Clinical messages inside a text: HL7 v2, X12, DICOM dumps, FHIR and CDA in XML, and FHIR in JSON."""

# ruff: noqa: E501 - messages, one row a line
from __future__ import annotations

import json

import pytest

from openmed_beam.redactors import RuleRedactor, find
from openmed_beam.traces.tool_calls import RedactedTrace, ToolCallRedactor

HL7 = (
    "MSH|^~\\&|ADT|HOSP|EHR|HOSP|202103041200||ADT^A01|MSG00001|P|2.5\r"
    "PID|1||00482913^^^HOSP^MR||QUIGLEY^ORLA^L||19610304|F|||12 MILL RD^^CORK^^T12||2175550123|||||00991122|219-09-9999\r"
    "NK1|1|QUIGLEY^SEAN|SPO|||2175550199\r"
    "PV1|1|I|2000^2012^01||||004777^AHERN^NOEL^A|||SUR\r"
    "OBX|1|NM|718-7^HGB^LN||13.2|g/dL|12-16|N|||F\r"
)


def test_hl7_segments_keep_their_bars_and_carets() -> None:
    assert RuleRedactor()(HL7) == (
        "MSH|^~\\&|ADT|HOSP|EHR|HOSP|202103041200||ADT^A01|MSG00001|P|2.5\r"
        "PID|1||[MRN]^^^HOSP^MR||[NAME]^[NAME]^[NAME]||[DOB]|F|||[STREET_ADDRESS]^^CORK^^T12||[PHONE]|||||[MRN]|[SSN]\r"
        "NK1|1|[NAME]^[NAME]|SPO|||[PHONE]\r"
        "PV1|1|I|2000^2012^01||||004777^[NAME]^[NAME]^[NAME]|||SUR\r"
        "OBX|1|NM|718-7^HGB^LN||13.2|g/dL|12-16|N|||F\r"
    )


def test_x12_segments() -> None:
    text = (
        "NM1*IL*1*QUIGLEY*ORLA*M***MI*W123456789~N3*12 MILL ROAD~N4*CORK*IL*62701~DMG*D8*19610304*F~REF*SY*219099999~"
        "NM1*PR*2*AETNA*****PI*60054~"
    )
    assert RuleRedactor()(text) == (
        "NM1*IL*1*[NAME]*[NAME]*[NAME]***MI*[MRN]~N3*[STREET_ADDRESS]~N4*CORK*IL*62701~DMG*D8*[DOB]*F~REF*SY*[SSN]~"
        "NM1*PR*2*AETNA*****PI*60054~"
    )


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("(0010,0010) PN [QUIGLEY^ORLA]  # 12, 1 PatientName", "(0010,0010) PN [[NAME]^[NAME]]  # 12, 1 PatientName"),
        ("(0010, 0010) Patient's Name   PN: 'QUIGLEY^ORLA'", "(0010, 0010) Patient's Name   PN: '[NAME]^[NAME]'"),
        ("(0010,0020) LO [00482913]\n(0010,0030) DA [19610304]", "(0010,0020) LO [[MRN]]\n(0010,0030) DA [[DOB]]"),
        ('<family value="Quigley"/><given value="Orla"/>', '<family value="[NAME]"/><given value="[NAME]"/>'),
        ('<birthDate value="1961-03-04"/>', '<birthDate value="[DOB]"/>'),
        ("<name><v3:given>Orla</v3:given><family>Quigley</family></name>", "<name><v3:given>[NAME]</v3:given><family>[NAME]</family></name>"),
        ('<birthTime value="19610304"/>', '<birthTime value="[DOB]"/>'),
    ],
)  # fmt: skip
def test_dicom_dumps_and_xml(text: str, redacted: str) -> None:
    assert RuleRedactor()(text) == redacted
    assert RuleRedactor()(redacted) == redacted


@pytest.mark.parametrize(
    "text",
    [
        "draw <line x1='5' y1='3'/>",
        "kill PID|1234 of it",
        "USER|PID|CMD|ARGS",
        "(0010,0010)",
        "OBR|1|A|B|718-7^HGB",
        "NM1*",
    ],
)
def test_what_only_looks_like_a_message(text: str) -> None:
    assert find(text) == []


def test_fhir_json_by_the_key_above() -> None:
    patient = {
        "resourceType": "Patient",
        "identifier": [{"system": "urn:oid:1.2.36", "value": "00482913"}],
        "name": [{"family": "Quigley", "given": ["Orla", "M"], "text": "Orla Quigley"}],
        "telecom": [{"system": "phone", "value": "2175550123"}],
        "contact": [{"name": {"family": "Ahern", "given": ["Noel"]}}],
        "generalPractitioner": [{"reference": "Practitioner/1", "display": "Bartholomew Tuohy"}],
        "code": {"coding": [{"code": "15074-8", "display": "Glucose in Blood"}], "text": "Glucose"},
        "valueQuantity": {"value": "6.3", "unit": "mmol/l"},
        "font": {"family": "Helvetica"},
    }
    worker = ToolCallRedactor(RuleRedactor(), content_paths=["content"])
    (outcome,) = worker.redact_json([json.dumps({"content": patient}).encode()])
    assert isinstance(outcome, RedactedTrace)
    assert json.loads(outcome.payload)["content"] == {
        **patient,
        "identifier": [{"system": "urn:oid:1.2.36", "value": "[MRN]"}],
        "name": [{"family": "[NAME]", "given": ["[NAME]", "[NAME]"], "text": "[NAME]"}],
        "telecom": [{"system": "phone", "value": "[PHONE]"}],
        "contact": [{"name": {"family": "[NAME]", "given": ["[NAME]"]}}],
        "generalPractitioner": [{"reference": "Practitioner/1", "display": "[NAME]"}],
    }
