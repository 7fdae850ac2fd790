"""Tables inside a text: the header names what stands in the rows."""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import pytest

from openmed_beam.redactors import RuleRedactor, find

CSV = "first_name,last_name,dob,ssn,phone\nMaria,Quigley,1961-03-04,219099999,2175550123\nPedro,Ruiz,,,unknown\n"
ALL = [("NAME", "Maria"), ("NAME", "Quigley"), ("DOB", "1961-03-04"), ("SSN", "219099999"), ("PHONE", "2175550123")]
BOTH = [*ALL, ("NAME", "Pedro"), ("NAME", "Ruiz")]


def found(text: str) -> list[tuple[str, str]]:
    return [(hit.label, text[hit.start : hit.end]) for hit in find(text)]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|", " | "])
def test_columns_of_any_delimiter(mark: str) -> None:
    assert found("Result of the query:\n" + CSV.replace(",", mark)) == BOTH


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_line_endings_and_quotes(ending: str) -> None:
    text = '"name","address","mrn"\n"Quigley, Maria","120 Main St, Springfield","00482913"\n'.replace("\n", ending)
    assert found(text) == [
        ("NAME", "Quigley, Maria"),
        ("STREET_ADDRESS", "120 Main St, Springfield"),
        ("MRN", "00482913"),
    ]


def test_markdown_and_psql() -> None:
    markdown = "| Name | DOB | MRN |\n|:---|---|---|\n| Orla Quigley | 03/04/1961 | 00482913 |\n"
    assert found(markdown) == [("NAME", "Orla Quigley"), ("DOB", "03/04/1961"), ("MRN", "00482913")]
    psql = " last_name |   phone\n-----------+------------\n Quigley   | 2175550123\n(1 row)\n"
    assert found(psql) == [("NAME", "Quigley"), ("PHONE", "2175550123")]


def test_columns_set_apart_by_spaces_with_or_without_row_numbers() -> None:
    frame = (
        "         name         dob        mrn\n"
        "0  Orla Quigley  1961-03-04  00482913\n"
        "1    Pedro Ruiz  1958-11-30  00482914\n"
    )
    assert found(frame) == [
        ("NAME", "Orla Quigley"), ("DOB", "1961-03-04"), ("MRN", "00482913"),
        ("NAME", "Pedro Ruiz"), ("DOB", "1958-11-30"), ("MRN", "00482914"),
    ]  # fmt: skip
    assert found("last_name  mrn\nQuigley    00482913\n") == [("NAME", "Quigley"), ("MRN", "00482913")]


def test_rows_of_an_insert() -> None:
    text = (
        "INSERT INTO patients (first_name, last_name, mrn) VALUES ('Maria', 'O''Neil', '00482913'), ('Pedro', NULL, 12)"
    )
    assert found(text) == [("NAME", "Maria"), ("NAME", "O''Neil"), ("MRN", "00482913"), ("NAME", "Pedro")]


@pytest.mark.parametrize(
    "text",
    [
        "name,price,qty\nBlue Shirt,12,3\n",  # a bare name is no person's where nothing else is a person's
        "phone,count\nunknown,3\nn/a,4\n",  # the cell has not the shape
        "Hello, name, phone\nyes, sure, ok\n",
        "token,logprob\nhello,-0.31\nworld,-2.5\n",
        "first_name,last_name\n\nMaria went home, tired\n",  # an empty line ends a table
        "first_name,last_name\nMaria,Ruiz,extra\n",  # a row of another width is no row of it
    ],
)
def test_what_is_no_table_of_persons(text: str) -> None:
    assert found(text) == []


def test_masked_cells_stay_as_they_are() -> None:
    once = RuleRedactor()(CSV)
    assert once == ("first_name,last_name,dob,ssn,phone\n[NAME],[NAME],[DOB],[SSN],[PHONE]\n[NAME],[NAME],,,unknown\n")
    assert RuleRedactor()(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "id,password\n1,hunter2xQ9\n", "id,ssn\n1,219099999", "id\tfirst_name\n1\tZzyzx\n", "id;mrn\r\n1;AB12345\r\n", ";;last_name\n;;Abcd\n",
        "r;mrn\nn\ts\tFullName\t\n\t\te\t", "X-Api-Key:; admin:S3cure4all", "a,dob", "dob\n1961-03-04",
        "sbp  141\nlast_name  Quigley\n", "phone | off\nname | on\n", "|  | mrn |\n|---|---|\n| 0 | 00482913 |",
    ],
)  # fmt: skip
def test_both_engines_see_the_same_tables(text: str) -> None:
    plain = RuleRedactor(engine="re")(text)
    assert RuleRedactor()(text) == plain
    assert RuleRedactor()(plain) == plain
