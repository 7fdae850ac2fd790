"""Check digits: numbers from their standards pass, and no digit of them can be changed unseen."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import pytest

from openmed_beam.redactors.rules import national_ids, validators

GOOD = [
    ("card", "4111111111111111"), ("card", "378282246310005"), ("card", "6011111111111117"), ("iban", "GB82WEST12345698765432"), ("nhs", "9434765919"),
    ("npi", "1234567893"), ("dea", "BB1388568"), ("aba", "021000021"), ("vin", "1M8GDM9AXKP042788"), ("imei", "490154203237518"), ("br_cpf", "52998224725"),
    ("br_cnpj", "11222333000181"), ("es_dni", "12345678Z"), ("it_fiscal", "RSSMRA85T10A562S"), ("fr_nir", "255081416802538"), ("de_tax", "86095742719"),
    ("nl_bsn", "111222333"), ("be_nn", "85073003328"), ("pl_pesel", "44051401359"), ("se_pnr", "8112189876"), ("fi_hetu", "131052-308T"),
    ("in_aadhaar", "234123412346"), ("cn_id", "11010519491231002X"), ("ca_sin", "130692544"), ("au_tfn", "123456782"), ("sg_nric", "S1234567D"),
    ("jp_mynumber", "123456789018"), ("za_id", "8001015009087"), ("pt_nif", "123456789"), ("tr_tckn", "10000000146"), ("ch_ahv", "7569217076985"),
    ("clabe", "032180000118359719"), ("au_medicare", "2123456701"), ("no_fnr", "01010750160"), ("cl_rut", "125319092"), ("ro_cnp", "1630615123457"), ("cz_rc", "7103192745"), ("hr_oib", "33392005961"),
    ("ar_cuit", "20267565393"), ("il_id", "039337423"), ("bg_egn", "7523169263"), ("th_pin", "1234545678781"), ("gr_amka", "01013099997"),
    ("ee_ik", "36805280109"), ("yu_jmbg", "0101006500006"), ("is_kt", "1201743399"), ("tw_id", "A123456789"), ("hk_id", "G123456A"),
    ("ec_ci", "1714307103"),
]  # fmt: skip


def validator(name):
    return national_ids.NATIONAL.get(name) or getattr(validators, name)


@pytest.mark.parametrize(("name", "value"), GOOD, ids=[f"{name}-{value}" for name, value in GOOD])
def test_published_examples_pass(name, value):
    assert validator(name)(value)


@pytest.mark.parametrize(("name", "value"), GOOD, ids=[f"{name}-{value}" for name, value in GOOD])
def test_most_single_changes_are_seen(name, value):
    check = validator(name)
    changed = passed = 0
    for place, char in enumerate(value):
        if char.isdigit():
            for other in "0123456789":
                if other != char:
                    changed += 1
                    passed += check(value[:place] + other + value[place + 1 :])
    assert passed / changed < 0.35


@pytest.mark.parametrize(
    "value",
    [
        "<your-key>",
        "$TOKEN",
        "${{ secrets.X }}",
        "********",
        "your-api-key",
        "changeme",
        "os.environ['X']",
        "None",
        "xxxxxxxx",
        "...",
    ],
)
def test_placeholders_are_no_secrets(value):
    assert validators.placeholder(value)
    assert not validators.token_value(value)


@pytest.mark.parametrize("value", ["x7Kp2Qw9Zr4Tn8Vb3MxyLc6J", "6518aee551e55e7a028dcd280a8dffeb"])
def test_generated_values_are_secrets(value):
    assert validators.token_value(value)
