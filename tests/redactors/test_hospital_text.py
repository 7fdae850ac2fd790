"""What a hospital's data engineer met in an hour: each text with what the rules make of it."""

# ruff: noqa: E501 - texts, one row a line
from __future__ import annotations

import pytest

from openmed_beam.redactors import RuleRedactor

ROWS = [
    (',patient_name,mrn\n0,Remy Thibodeaux,00482913', ',patient_name,mrn\n0,[NAME],[MRN]'),
    ('|   | patient_name | mrn |\n|---|---|---|\n| 0 | Remy Thibodeaux | 00482913 |', '|   | patient_name | mrn |\n|---|---|---|\n| 0 | [NAME] | [MRN] |'),
    ('#,patient_name,mrn\n1,Remy Thibodeaux,00482913', '#,patient_name,mrn\n1,[NAME],[MRN]'),
    ('patient_name,mrn,K+ (mmol/L),%\nRemy Thibodeaux,00482913,4.1,3', 'patient_name,mrn,K+ (mmol/L),%\n[NAME],[MRN],4.1,3'),
    ("{'last_name': 'Quigley', 'k': 4.1}", "{'last_name': '[NAME]', 'k': 4.1}"),
    ('[{\'first_name\': \'Sean\', \'last_name\': "O\'Quigley", \'mrn\': \'0048291\'}]', '[{\'first_name\': \'[NAME]\', \'last_name\': "[NAME]", \'mrn\': \'[MRN]\'}]'),
    ("{'patient_name': 'Sean Quigley', 'dob': 1}", "{'patient_name': '[NAME]', 'dob': 1}"),
    ("{'address': '48 Wicklow Cres', 'k': 4.1}", "{'address': '[STREET_ADDRESS]', 'k': 4.1}"),
    ("{'street': '48 Wicklow Crescent', 'city': 'Brookline', 'zip': '02446', 'hgb': 11.2}", "{'street': '[STREET_ADDRESS]', 'city': 'Brookline', 'zip': '[STREET_ADDRESS]', 'hgb': 11.2}"),
    ("address='48 Wicklow Cres', city='Brookline', k=4", "address='[STREET_ADDRESS]', city='Brookline', k=4"),
    ("Patient(first_name='Sean', last_name='Quigley', k=4.1)", "Patient(first_name='[NAME]', last_name='[NAME]', k=4.1)"),
    ("UPDATE p SET last_name='Prideaux' WHERE id=1", "UPDATE p SET last_name='[NAME]' WHERE id=1"),
    ("WHERE last_name = 'Prideaux' AND city = 'Kent'", "WHERE last_name = '[NAME]' AND city = 'Kent'"),
    ("<patient first_name='Sean' last_name='Quigley' ward='4W'/>", "<patient first_name='[NAME]' last_name='[NAME]' ward='4W'/>"),
    ("patient_name='Sean Quigley' ward='4W'", "patient_name='[NAME]' ward='4W'"),
    ('surname    Thibodeaux\ndob        1977-04-09\nsbp               141\ngluc            101.0', 'surname    [NAME]\ndob        [DOB]\nsbp               141\ngluc            101.0'),
    ('patient_name    Remy Thibodeaux\nmrn             00482913\nhgb             13.2\nName: 0, dtype: object', 'patient_name    [NAME]\nmrn             [MRN]\nhgb             13.2\nName: 0, dtype: object'),
    ('first_name | Temitope\nlast_name  | Oyelaran\ndob        | 1971-08-23', 'first_name | [NAME]\nlast_name  | [NAME]\ndob        | [DOB]'),
    ('patient_id,last,first,dob\n0048291,Quigley,Sean,1971-08-23', 'patient_id,last,first,dob\n[MRN],[NAME],[NAME],[DOB]'),
    ('OBX|1|NM|718-7^Hemoglobin^LN||11.2|g/dL|12.0-16.0|L|||F|||202502101030||KOWALCZYK^ANNA', 'OBX|1|NM|718-7^Hemoglobin^LN||11.2|g/dL|12.0-16.0|L|||F|||202502101030||[NAME]^[NAME]'),
    ('OBR|1|ORD7781|LAB9912|CBC^Complete blood count^L|||202502100830|||^ETCHEVERRY^MARLON', 'OBR|1|ORD7781|LAB9912|CBC^Complete blood count^L|||202502100830|||^[NAME]^[NAME]'),
    ('PD1||||1285736491^HALVORSEN^INGRID', 'PD1||||1285736491^[NAME]^[NAME]'),
    ('EVN|A01|202502110914|||MOKAFOR^OKAFOR^MARTIN', 'EVN|A01|202502110914|||[NAME]^[NAME]^[NAME]'),
    ('MRG|H0093999^^^STM^MR||ACC1123', 'MRG|[MRN]^^^STM^MR||[MRN]'),
    ('PER*IC*MAGDA WROBEL*TE*3125550155~', 'PER*IC*[NAME]*TE*[PHONE]~'),
    ('PID-5 is OYELARAN^TEMITOPE^A', 'PID-5 is [NAME]^[NAME]^[NAME]'),
    ("2. PATIENT'S NAME: OYELARAN, TEMITOPE A", "2. PATIENT'S NAME: [NAME]"),
    ("INSURED'S NAME: OYELARAN, BABATUNDE", "INSURED'S NAME: [NAME]"),
    ('Guarantor: Peregrine Farquhar', 'Guarantor: [NAME]'),
    ('Next of kin: Anatoly Sidorov', 'Next of kin: [NAME]'),
    ('Mother: Linh Tran', 'Mother: [NAME]'),
    ('ORDERING MD: WU, JONATHAN T', 'ORDERING MD: [NAME]'),
    ('SSN: XXX-XX-4471', 'SSN: XXX-XX-[SSN]'),
    ('His SSN ends in 4471', 'His SSN ends in [SSN]'),
    ('{"user":"svc","pass":"Blu3Moon"}', '{"user":"svc","pass":"[SECRET]"}'),
    ('sqlplus scott/tiger@ORCL', 'sqlplus scott/[SECRET]@ORCL'),
    ('net use \\\\srv\\phi Blu3Moon /user:svc', 'net use \\\\srv\\phi [SECRET] /user:svc'),
    ('htpasswd -b .htpasswd svc Blu3Moon', 'htpasswd -b .htpasswd svc [SECRET]'),
    ('openssl enc -aes-256-cbc -k Blu3Moon', 'openssl enc -aes-256-cbc -k [SECRET]'),
    ('Address: 48 Wicklow Crescent  Hgb: 11.2  K: 4.1', 'Address: [STREET_ADDRESS]  Hgb: 11.2  K: 4.1'),
    ('Jonathan Wu, M.D.', '[NAME], M.D.'),
    ('mobile (07700 900982) today', 'mobile ([PHONE]) today'),
    ('2/11/2025 7:02 PM Felicity Abernathy <f@x.example> wrote:', '2/11/2025 7:02 PM [NAME] <[EMAIL]> wrote:'),
    ('Patient Denies Chest Pain', 'Patient Denies Chest Pain'),
    ('Patient Tolerated Procedure Well', 'Patient Tolerated Procedure Well'),
    ('Subject: Heparin Shortage', 'Subject: Heparin Shortage'),
    ('Subject: Maria Gonzalez - labs', 'Subject: [NAME] - labs'),
    ('Thanks,\nCustomer Support', 'Thanks,\nCustomer Support'),
    ('Thanks,\nMedical Records', 'Thanks,\nMedical Records'),
    ('cc: Cardiology, Nephrology', 'cc: Cardiology, Nephrology'),
    ('pwd=/home/deploy/app', 'pwd=/home/deploy/app'),
    ('Message-ID: <CAK7x9_Q1z@mail.gmail.com>', 'Message-ID: <CAK7x9_Q1z@mail.gmail.com>'),
    ('name,relation,phone\nNaN,mother,n/a', 'name,relation,phone\nNaN,mother,n/a'),
    ('my name is Sean, Mark told me', 'my name is [NAME], Mark told me'),
    ('test pass: 12 fail: 3', 'test pass: 12 fail: 3'),
    ('pass: yes', 'pass: yes'),
    ('phone,count\n2175550123,3', 'phone,count\n[PHONE],3'),
    ('surname,gender\nQuigley,F', 'surname,gender\n[NAME],F'),
    ('setting    value\nphone      off', 'setting    value\nphone      off'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "redacted"), ROWS, ids=[text[:40] for text, _ in ROWS])
def test_text_of_a_hospital(text: str, redacted: str) -> None:
    assert RuleRedactor()(text) == redacted
    assert RuleRedactor()(redacted) == redacted


def test_a_name_found_by_its_place_is_found_in_other_leaves() -> None:
    from openmed_beam.traces.leaf import Leaf

    texts = [
        "PID|1||H1^^^A^MR||OYELARAN^TEMITOPE^A||19710823|F",
        "Temitope is fine",
        "name,mrn\nOrla Boateng,0048291",
        "Boateng paid",
    ]
    leaves = [Leaf(text, None, ("c", number), 0) for number, text in enumerate(texts)]
    assert RuleRedactor().redact_batch(leaves) == [
        "PID|1||[MRN]^^^A^MR||[NAME]^[NAME]^[NAME]||[DOB]|F", "[NAME] is fine", "name,mrn\n[NAME],[MRN]", "[NAME] paid",
    ]  # fmt: skip
