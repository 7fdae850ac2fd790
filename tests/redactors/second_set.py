"""A labelled set of our own: formats of many countries, and text that only looks sensitive. `{{LABEL:value}}` marks gold.

Written from imagination, apart from any other set; every person, number and key in it is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from typing import NamedTuple

POSITIVE = r"""
Please write to {{EMAIL:hr-team@north-wind.example}} before Friday
"contact":"{{EMAIL:a.von.berg@uni-koeln.example}}"
reach me: {{EMAIL:kofi_mensah+spam@gmail.com}}; thanks
?redirect=/home&login={{EMAIL:sara%40mail.example.org}}&x=2
bounce from <{{EMAIL:postmaster@mx1.sub.example.co.jp}}>
{{EMAIL:jane.roe (at) example (dot) org}} is the best way
cc={{EMAIL:müller.karl@beispiel.de}},{{EMAIL:ops@example.io}}
mailto:{{EMAIL:team@agency.travel}}
Email: {{EMAIL:PATIENT.SERVICES@CLINIC.ORG}}
user {{EMAIL:n0reply-99@x-y-z.info}} not found
Ring the surgery on {{PHONE:0161 496 0321}} after nine
our number is {{PHONE:(020) 7946 0991}}
Mob {{PHONE:07700 900461}}
{{PHONE:+44 (0)113 496 0999}}
Tel.: {{PHONE:+49 (0)89 1234567}}
Telefon 0{{PHONE:30/9018-2011}}
Rufnummer: {{PHONE:0171 2345678}}
Tél : {{PHONE:06 12 34 56 78}}
appelez le {{PHONE:01.45.67.89.10}}
{{PHONE:+33 (0)6 12 34 56 78}}
llámame al móvil {{PHONE:612 34 56 78}}
teléfono: {{PHONE:912 345 678}}
cellulare {{PHONE:333 123 4567}}
{{PHONE:+39 06 698 12345}}
tel {{PHONE:(11) 98765-4321}}
whatsapp {{PHONE:+55 21 99876-5432}}
{{PHONE:+91-98200-12345}}
mobile no. {{PHONE:9820012345}}
{{PHONE:03-5253-1111}} 総務課
携帯 {{PHONE:090-1234-5678}}
电话：{{PHONE:010-6552-9988}}
手机号 {{PHONE:13800138000}}
{{PHONE:+82 10-1234-5678}}
{{PHONE:+61 412 345 678}}
phone (02) {{PHONE:9876 5432}}
Ph: {{PHONE:021 555 012}}
{{PHONE:+64 21 123 4567}}
{{PHONE:+46 70 123 45 67}}
{{PHONE:+48 601 234 567}}
telefon {{PHONE:601 234 567}}
{{PHONE:+7 (495) 123-45-67}}
тел. {{PHONE:8 (495) 123-45-67}}
{{PHONE:+971 50 123 4567}}
{{PHONE:+254 712 345678}}
{{PHONE:+52 55 1234 5678}}
{{PHONE:1-888-555-0123}} toll free
cell: {{PHONE:(503) 555 0188}}
You can text me at {{PHONE:5035550188}}.
emergency contact: {{PHONE:503.555.0117}} (wife)
{"phoneNumber": "{{PHONE:5035550133}}"}
{"mobile_number":"{{PHONE:07700900123}}"}
fax={{PHONE:+1-503-555-0101}}
{{PHONE:503-555-0177}} is my work number
ssn {{SSN:219-45-6781}}
Social Security Number: {{SSN:219456781}}
SS# {{SSN:219 45 6781}}
the last applicant ({{SSN:517-33-8812}}) was denied
"socialSecurityNumber": "{{SSN:517338812}}"
ITIN {{SSN:912-78-1234}}
{"tax_id":"{{SSN:517-33-8812}}"}
card {{CREDIT_CARD:4000 0566 5566 5556}} exp 04/29
{{CREDIT_CARD:5200828282828210}}
Amex {{CREDIT_CARD:3714-496353-98431}}
pay with {{CREDIT_CARD:6011000990139424}} today
{{CREDIT_CARD:3566 0020 2036 0505}}
"cardNumber":"{{CREDIT_CARD:4000056655665556}}"
PAN: {{CREDIT_CARD:5105105105105100}}
unionpay {{CREDIT_CARD:6240 0086 3140 1148}}
the Visa ending in {{CREDIT_CARD:4242}} was charged
IBAN: {{IBAN:BE68 5390 0754 7034}}
{{IBAN:AT611904300234573201}}
{{IBAN:PT50 0002 0123 1234 5678 9015 4}}
iban ie{{IBAN:}}
{{IBAN:IE29AIBK93115212345678}}
{{IBAN:FI21 1234 5600 0007 85}} Nordea
{{IBAN:DK5000400440116243}}
{{IBAN:SA03 8000 0000 6080 1016 7519}}
{{IBAN:TR33 0006 1005 1978 6457 8413 26}}
account number {{BANK_ACCOUNT:000123456789}}
Acct #{{BANK_ACCOUNT:88120045}}
routing number {{BANK_ACCOUNT:021000021}}
sort code {{BANK_ACCOUNT:20-00-00}}
"bank_account_number": "{{BANK_ACCOUNT:9988776655}}"
NHS number: {{NHS_NUMBER:943 476 5919}}
nhs no {{NHS_NUMBER:4010232137}}
MRN {{MRN:7781-0032}}
mrn: {{MRN:A0098123}}
Medical record #{{MRN:00-44-19-82}}
patient number {{MRN:8812003}}
Policy number: {{MRN:HX-4488120}}
Medicare number {{MRN:1EG4-TE5-MK73}}
insurance id {{MRN:W99281772}}
{"memberId": "{{MRN:ZGP882910021}}"}
Encounter ID {{MRN:E-5512009}}
NPI {{NPI:1234567893}}
DEA# {{DEA:BB1388568}}
DOB {{DOB:1984-02-29}}
born {{DOB:4 July 1976}}
date of birth is {{DOB:7/4/76}}
Geburtsdatum: {{DOB:04.07.1976}}
née le {{DOB:4 juillet 1976}}
fecha de nacimiento {{DOB:04/07/1976}}
nato il {{DOB:4 luglio 1976}}
data de nascimento: {{DOB:04/07/1976}}
生年月日: {{DOB:1976年7月4日}}
"birthDate":"{{DOB:1976-07-04}}"
birthday is {{DOB:July 4th, 1976}}
D.O.B: {{DOB:04-Jul-1976}}
login from {{IP:45.33.32.156}} failed
X-Forwarded-For: {{IP:172.31.9.200}}, {{IP:10.1.1.7}}
udp {{IP:198.51.100.23}}:51820
host=[{{IP:2001:db8:0:1::dead:beef}}]:22
{{IP:fe80::42:acff:fe11:2}}%eth0
inet6 {{IP:fdaa:bbbb:cccc::1}}
{{MAC:3C-5A-B4-01-FE-9D}}
wlan0 {{MAC:de:ad:be:ef:10:01}}
{{MAC:a1b2.c3d4.e5f6}} learned on Gi0/1
OPENAI_KEY={{SECRET:sk-proj-9aKq2LmZ8xTn4Bv7Rw1Yc6Ud3Ef5Gh0JpSxOiLk}}
Authorization: Bearer {{SECRET:q7Xn2VbT90aLkPz8RmCwYd3FgHj5}}
{"accessToken":"{{SECRET:9f8Kd02mXzQ1vB7nRt5yUw3p}}"}
export GH_TOKEN={{SECRET:ghp_A8sD7fG6hJ5kL4zX3cV2bN1mQ0wE9rT8yU7i}}
password: {{SECRET:Winter!2031}}
"db_password": "{{SECRET:n3verGuess-me}}"
pwd={{SECRET:p@55w0rd!}};
mysql://root:{{SECRET:tooR8831}}@{{IP:10.0.0.4}}/db
mongodb+srv://svc:{{SECRET:aZ9kQ2}}@cluster0.example.net/x
amqp://guest2:{{SECRET:rab8it}}@mq:5672
curl -u admin:{{SECRET:S3cure4all}} https://api.example.com/v1
client_secret: {{SECRET:8f2e7d61c0b94a5587aa1b23c4d5e6f7}}
STRIPE_SECRET=sk_test_{{SECRET:}}
{{SECRET:sk_test_4eC39HqLyjWDarjtT1zdp7dc}}
{{SECRET:xoxp-111222333444-555666777888-abcdefABCDEF0123456789ab}}
{{SECRET:glpat-x7Kp2Qw9Zr4Tn8Vb3Mxy}}
{{SECRET:AIzaSyD4x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1Ga5Hs}}
{{SECRET:AKIA3X7KP2QW9ZR4TN8V}}
aws_secret_access_key={{SECRET:x7Kp2Qw9/Zr4Tn8Vb3MxyLc6Jf1+Ga5HsEd0WuYi}}
{{SECRET:npm_x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1Ga5HsEd0Wu}}
{{SECRET: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}}
{{SECRET:dckr_pat_x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1A}}
{{SECRET:SG.x7Kp2Qw9Zr4Tn8Vb3MxyLc.Jf1Ga5HsEd0WuYiOlPqRsTxVbNmKjHgFdSaZxCvB}}
token = "{{SECRET:x7Kp2Qw9Zr4Tn8Vb3MxyLc6J}}"
X-Api-Key: {{SECRET:7c1e0f9a8b6d5c4e3f2a1b0c9d8e7f6a}}
--api-key {{SECRET:x7Kp2Qw9Zr4Tn8Vb3Mxy}}
Set-Cookie: sessionid={{SECRET:h3kd9s8f7g6h5j4k3l2m1n0b}}; Path=/
https://discord.com/api/webhooks/{{SECRET:998877665544332211/x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1Ga5HsEd0WuYiOlPqRsTxVbNmKjHgFdSaZxCv}}
private_key: {{SECRET:x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1Ga5HsE}}
SharedAccessKey={{SECRET:x7Kp2Qw9Zr4Tn8Vb3MxyLc6Jf1Ga5HsEd0WuYiOlPqR=}}
lives at {{STREET_ADDRESS:88 Birch Hollow Road}}, Leeds
{{STREET_ADDRESS:4 Rue des Écoles}}, 75005 Paris
{{STREET_ADDRESS:Lindenallee 7b}}, 50968 Köln
{{STREET_ADDRESS:Calle Mayor 15}}, Madrid
{{STREET_ADDRESS:Via Garibaldi 22}}, Roma
{{STREET_ADDRESS:Rua Augusta, 1500}} São Paulo
{{STREET_ADDRESS:Keizersgracht 241}} Amsterdam
{{STREET_ADDRESS:Storgatan 12}}, Stockholm
ul. {{STREET_ADDRESS:Marszałkowska 10}}
{{STREET_ADDRESS:PO Box 771}}, Portland
{{STREET_ADDRESS:2200 NW 14th Ave, Apt 5C}}
ship it to {{STREET_ADDRESS:31 maple street}} please
"address1": "{{STREET_ADDRESS:19 Harbour View}}"
{"street":"{{STREET_ADDRESS:Nanjing East Rd 300}}"}
CPF {{NATIONAL_ID:529.982.247-25}}
DNI {{NATIONAL_ID:12345678Z}}
codice fiscale {{NATIONAL_ID:RSSMRA85T10A562S}}
NI number {{NATIONAL_ID:AB 12 34 56 C}}
Aadhaar {{NATIONAL_ID:2341 2341 2346}}
身份证 {{NATIONAL_ID:11010519491231002X}}
PESEL {{NATIONAL_ID:44051401359}}
BSN {{NATIONAL_ID:111222333}}
AHV {{NATIONAL_ID:756.9217.0769.85}}
S/N {{DEVICE_ID:C02XK1ZJ7H}}
IMEI {{DEVICE_ID:490154203237518}}
VIN {{VEHICLE_ID:1M8GDM9AXKP042788}}
passport no {{PASSPORT:X1234567}}
driver's license {{DRIVER_LICENSE:D123-4567-8901}}
Hello, my name is {{NAME:Ngozi Adeleke}} and I lost my card
I'm {{NAME:Bertrand Kowalczyk}}, the new nurse
Mrs. {{NAME:Delphine Aubert}} is waiting
Best regards,\n{{NAME:Pooja Raman}}
Patient: {{NAME:Hugo Steiner}}
{"fullName": "{{NAME:Zofia Nowak}}"}
{"first_name":"{{NAME:Xochitl}}"}
attending physician Dr {{NAME:Amina Yusuf}}
signed by {{NAME:Roberto Carvalho}}
my wife {{NAME:Magdalena}} called
From: {{NAME:Lars Eriksson}} <{{EMAIL:lars@e.example}}>
Dear {{NAME:Soo-Jin Park}},
name: {{NAME:Gabriel Fontaine}}
me llamo {{NAME:Lucía Fernández}}
ich heiße {{NAME:Jürgen Vogt}}
"""

NEGATIVE = r"""
pip install requests==2.31.0
see foo@bar in the docs
import { a } from '@scope/pkg'
ssh git@gitlab.example:group/repo.git
user@localhost
icon@3x.png
2024-05-01 12:30:00
1699999999999
ticket 88120045
ISBN 0-306-40615-2
the year 1984 was long
add 123-456 to 789
0x7fff5fbff8c0
v1.2.3.4
version: 10.2.3.4
Chrome/119.0.0.0 Safari/537.36
127.0.0.1:3000
255.255.255.0
std::string::npos
12:34:56:78
a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0
550e8400-e29b-41d4-a716-446655440000
sha512-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/==
password must contain 8 characters
password: required
token limit exceeded
max_tokens: 4096
"token": "hello"
next_page_token: eyJhYmMiOjF9
api_key: ${API_KEY}
API_KEY=your-api-key-here
secret: <redacted>
password = getpass.getpass()
"password": null
PASSWORD=changeme
postgres://user:password@localhost/db
Bearer token required
Basic authentication failed
-----BEGIN CERTIFICATE-----
MRN not found
patient ID missing
the medical record was updated in 2024
chart 12 shows growth
born in the USA
date of birth unknown
released on 2023-04-05
DOB format YYYY-MM-DD
5 apples and 12 pears on 3 streets
Fifth Avenue is busy
15 Minute Drive
the 10 Best Places
Route 66
100 Main ideas
New Jersey Devils
Dear Sir or Madam,
Dear Team,
Hi there, how are you?
Patient Portal
"name": "list_files"
"name": "Wireless Headphones"
name: build-and-test
User Guide
I'm Happy to help
I am Not sure
My name is on the list
this is a test
thanks Everyone
Best, as always
call 12 functions
phone support is closed
SSN is required
123-45-6789-00
credit card number is required
card 1234
IBAN missing
account 12
order 4111111111111112
tracking 9400111899223197428490
SKU 4539148803436467-B
latitude 51.507351, longitude -0.127758
1,234,567.89
3.14159265358979
E = mc2
RFC 7231 section 6.5.1
CVE-2021-44228
AAPL 189.95 +1.2%
seat 12A gate B7 flight UA1175
reservation code HATHAT
product_id 4768869376
#W4923227
step 3 of 10
room 101
0123456789abcdef
[EMAIL] and [PHONE]
password: [SECRET]
Will May be able to come?
Mark the date
Grace period of 5 days
"id": "1234567890123456"
timestamp 2024-11-07T08:55:12+00:00
10.0.0.0-rc1
size 2147483647 bytes
"""

_MARK = re.compile(r"\{\{([A-Z_]+):([^}]*)\}\}")


class Row(NamedTuple):
    """A text with its gold spans."""

    text: str
    spans: tuple[tuple[int, int, str], ...]


def parsed(line: str) -> Row:
    """A marked line as text and spans; a backslash and n stand for a line feed."""
    line = line.replace("\\n", "\n")
    text, spans, at = "", [], 0
    for match in _MARK.finditer(line):
        text += line[at : match.start()]
        if match.group(2):
            spans.append((len(text), len(text) + len(match.group(2)), match.group(1)))
        text += match.group(2)
        at = match.end()
    return Row(text + line[at:], tuple(spans))


def rows() -> list[Row]:
    """All rows."""
    return [parsed(line) for line in (POSITIVE + NEGATIVE).splitlines() if line.strip()]
