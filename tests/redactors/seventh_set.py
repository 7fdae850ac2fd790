"""Lines of one more labelled set that was written without a look at the rules: what their first run missed, by its class.

Marked as in `third_set`; the lines of `CLEAN` look like what the new rules find, or were hit. All is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

from third_set import Row, parsed

MISSED = r"""
my android id is {{DEVICE_ID:9f3a7c1b2d4e6f80}} and the IDFA {{DEVICE_ID:6D92078A-8246-4BA4-AE5B-76104861E7DC}}
Service tag: {{DEVICE_ID:7XK2M13}}, laptop serial {{DEVICE_ID:C02XK1ZYJG5H}}
airpods case serial: {{DEVICE_ID:GX7C2K9LMN}}
my husband's passport is {{PASSPORT:533921874}} and mine is {{PASSPORT:22AK70935}}
her mrn is {{MRN:4471209}} and his is {{MRN:4471210}}
pasaporte {{PASSPORT:XDB441209}}, el mío es {{PASSPORT:XDB551873}}
{"type":"passport","country":"FRA","number":"{{PASSPORT:21DA44817}}","surname":"{{NAME:BEAUREPAIRE}}"}
{"passport":{"country":"DEU","number":"{{PASSPORT:C01X0006H}}"}}
{"kind":"drivers_license","state":"CA","number":"{{LICENSE:D1234567}}"}
Driver\nLicense: {{LICENSE:S530-6634-4496}} (IL)
state lic {{LICENSE:MD-0415538}}, DEA# {{DEA:AR1918551}}
véhicule immatriculé {{VEHICLE_ID:FX-935-QZ}}
vehículo matriculado {{VEHICLE_ID:6307 LKM}}; auto targata {{VEHICLE_ID:AB123CD}}
Patient: {{NAME:Quincy Adebayo-Marsh}} {{DOB:10/02/1958}}\nPharmacy
Jag föddes {{DOB:1952-04-30}} och
dob on file {{DOB:July 4th 1931}} doesnt match the id which says {{DOB:7/14/31}}, chart {{MRN:0096090}}
the dob should be {{DOB:03/04/1977}} instead of {{DOB:04/03/1977}}
am {{DOB:12.03.1980}} in Köln geboren; nació el {{DOB:4 de mayo de 1980}}; urodziła się {{DOB:12.05.1977}}
föddes den {{DOB:4 maj 1977}}; nacque il {{DOB:4/5/1950}}
{"count":1,"number":"{{NPI:2430262057}}","status":"A","enumeration_type":"NPI-2"}
medicare claim form box 24J {{NPI:2306217953}} box 33
[10:03:01] nurse: mrn? \n[10:03:05] agent: {{MRN:7958522}}
bot: date of birth?\n10:22 maria: {{DOB:4/5/1961}}
may I have your phone number?\n[00:12] Caller: {{PHONE:2125551234}}
i forgot my password, i think it was {{SECRET:BlueHeron#1984}} but it wont take it
pretty sure it's {{SECRET:Tulip!garden9}} for the password
\treq.Header.Set("X-Api-Key", "{{SECRET:5af9a904d5fda1a9ac603f5b274b8068}}")
client.DefaultRequestHeaders.Add("X-Api-Key", "{{SECRET:5af9a904d5fda1a9ac603f5b274b8068}}");
SMTP login: user {{EMAIL:alerts@pinebarrens.example}} / pass {{SECRET:Wq8#kestrelNest}}, port 465
bitlocker recovery key {{SECRET:552209-787889-868845-459134-401317-364587-549088-348682}}
FileVault recovery key: {{SECRET:A1B2-C3D4-E5F6-G7H8-J9K0-L1M2}}
emergency kit {{SECRET:A3-ABCDEF-GHJ2K3-ABCDE-FGH12-JK3LM-NP4QR}}
conntrack {{IP:2001:861:3dc2:4f10:b4a1:7cff:fe22:901}}.51844 > {{IP:2a00:1450:4007:80c::200e}}.443 ESTABLISHED
N° d'assuré {{NATIONAL_ID:141106942316963}}, n° d’assurée {{NATIONAL_ID:284057512345678}}
Moje konto to {{BANK_ACCOUNT:71 9458 0730 2157 3681 9303 6426}} i nie
číslo účtu: {{BANK_ACCOUNT:19-2000145399/0800}}; számlaszám: {{BANK_ACCOUNT:11773016-11111018-00000000}}
<a href="tel:{{PHONE:+31203318842}}">{{PHONE:020 331 88 42}}</a>
vivo en {{ADDRESS:Carrer de Provença 290, 4t 1a}}, 08037 Barcelona; {{ADDRESS:Rúa do Vilar 12}}
i live at {{ADDRESS:1844 Rue Sherbrooke O., app. 12}}, Montréal
woon op {{ADDRESS:Oude Gracht 211 bis}}; {{ADDRESS:Nieuwe Keizersgracht 12-hs}}
{{ADDRESS:Str. Ștefan 12}}; {{ADDRESS:Str. Ștefan cel Mare 14}}; {{ADDRESS:ul. Żeromskiego 4}}
{"provider":{"last":"{{NAME:Featherstonehaugh}}","first":"{{NAME:Silas}}"}}
{"surname":"{{NAME:BEAUREPAIRE}}","given":"{{NAME:ODILE MARIE}}"}
1 MME {{NAME:HUGUETTE LAVALLEE}} :71A
oi, aqui é a {{NAME:Jussara}}, meu; patienten heter {{NAME:Gun-Britt Ekholm}}, j
Conductora: {{NAME:Maruxa Castiñeiras}}, móvil; Hotel voucher: {{NAME:Baldomero Urquiza}}, 2 adults
należy do p. {{NAME:Radosława Majchrzaka}}, ul; Emergency contact for {{NAME:Dashiell Rowntree}}: mother
her son {{NAME:Theo}} ({{DOB:14-Jan-2016}}), daughter
nr konta: {{BANK_ACCOUNT:71945807302157368193036426}}
my passport no is {{PASSPORT:533921874}}, my wife's one is {{PASSPORT:561204988}}
<a href='tel:{{PHONE:0203318842}}'><b>{{PHONE:020 331 88 42}}</b></a>
password is probably {{SECRET:Sunny$Day42}}
nurse lic {{LICENSE:RN 123456}}
the birthdate in your system is wrong, it's {{DOB:7/14/1931}}
"advertisingIdentifier":"{{DEVICE_ID:6D92078A-8246-4BA4-AE5B-76104861E7DC}}"
hey its {{NAME:Devonte Lacroix}} again
"""

CLEAN = r"""
Wagen 24, Platz 61-63; Gleis 7, Platz 3; Sitzplatz 61
{"order_number":"100-4482917-2206","reason_code":7}
order number is 100-4482917-2206
tls cert pin sha256/o8r9JkpRQf/4w0h6QCK14KGULMnJHu3XepVQTBiXiTF= ; old pin sha256/6wl/hrX8ZToRIm1LyIEr304P58Pp14q0mkuyEnoud0s=
specimen_id,subject_initials,collected,tube\nSP-88120-A,,2025-02-11T08:12,EDTA\nSP-88121-A,,2025-02-11T08:19,SST
asset tag 00418827
{"ticket":{"number":"A1234567"}} and {"number": "1234567890", "qty": 4}
License: Apache-2.0, License: MIT, license GPL-3.0, License v2.0 2024-05-01, License 2 of 3
12:34:56.789 and a::b.50 x 1:2:3:4.50
Patient census 10/02/2024; Patient Safety Alert 12/10/2019; 48f2d515ad04f1e29f9ad id=7663126214237047935; Member Portal 4.2
error: code?\n[10:02:03] info: 200
strada 5; plac 3; quinta 12; Weg 5
I think it was v2.4.1 that broke; maybe it's build-7
the chart says 10/02/2024, it should be 10/03/2024 instead of 10/02/2024
headers.Add("Content-Type", "application/json"); map.put("key", "value-1")
this is 42 and mine is 7; hers is 12345
box 24 1234567890 pcs
Conductor: Annual Report, 2 adults; HERR DIREKTOR
"""


def rows() -> list[Row]:
    """All lines, parsed."""
    return [parsed(line.replace(r"\t", "\t")) for line in (MISSED + CLEAN).splitlines() if line.strip()]
