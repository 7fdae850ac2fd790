"""Lines of three labelled sets that were written without a look at the rules, of which their first run missed something.

Marked as in `third_set`. The sets had 1,250 lines; what was found at once is not kept. All is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

from third_set import Row, parsed

MISSED = r"""
patient's daughter, {{PHONE:505 680 0672}}, wants a call back
Hosp no: {{MRN:M013109}}
Passenger: {{NAME:LINDSTROM/ANNA}} MRS
tell {{NAME:Marcus}} the scan is back
MR# {{MRN:7015126}}
voicemail from {{PHONE:4026612418}} at 7:40 pm
her landline's {{PHONE:919 724-0361}}
pt id {{MRN:A-43487}}, allergic to penicillin
have {{NAME:Rafael}} call me when he lands
emp_no|name|ssn|hired|salary\n10442|{{NAME:Yolanda Rivers}}|{{SSN:241-49-1385}}|2019-04-01|71200\n10443|{{NAME:Keith Boudreaux}}|{{SSN:492-40-5508}}|2020-11-16|68450\n10447|{{NAME:Hyun-woo Park}}|{{SSN:445-64-5207}}|2021-02-08|83900\n10451|{{NAME:Lashonda Greer}}|{{SSN:345-81-8766}}|2022-06-13|66100
ssn on application reads {{SSN:329429110}}, matches the W-4
patient_id,visit_date\n{{MRN:PN95932}},2025-01-14
The admin password is {{SECRET:Vellum_Otter_93!}}
Reviewed by: {{NAME:Shira Goldfarb}}
{{NAME:Annika Johansson}} booked the late ferry
BEGIN:VCARD\nFN:{{NAME:Pernille Skov}}\nEMAIL;TYPE=work:{{EMAIL:psk@rigshospital-lab.dk}}\nEND:VCARD
PID.19 = {{SSN:365377576}} (SSN)
IBAN (bitte prüfen): {{IBAN:de42469091276365290327}}
Patienten-ID: {{MRN:P-20-78664}}
"identifier":[{"type":{"text":"MRN"},"value":"{{MRN:SJ6769436}}"}]
label printed for pt {{NAME:Odette Lemaire}} / MRN {{MRN:23-55-22-5}}
N° dossier patient : {{MRN:2001560230}}
mrn,visit\n{{MRN:4072743}},299514
生年月日：{{DOB:1978年11月3日}}
<BirthDt>{{DOB:1958-01-30}}</BirthDt>
DOB; {{DOB:Feb. 29, 1996}}
the temp password for the VPN is {{SECRET:Osprey-88-Tundra}}
ship 2 kits to {{STREET_ADDRESS:Flat 3, 18 Elm Grove}}{{~:, Southsea PO5 1JG}}
Domicilio: {{STREET_ADDRESS:Calle de Alcalá 45, 3º B}}{{~:, 28014 Madrid}}
c/o {{NAME:Meyer}}, {{STREET_ADDRESS:Ringstraße 7a}}{{~:, 8001 Zürich}}
Residência: {{STREET_ADDRESS:Rua Augusta, 1508, apto 72}}{{~:, São Paulo}}
ADDR^{{STREET_ADDRESS:2217 COUNTY ROAD 14}}^^{{~:LUBBOCK^TX^79403}}
AGENT ({{NAME:Maya}}): thanks for holding
姓名：{{NAME:王晓明}}  科室：心内科
{"given":["{{NAME:Lars}}","{{NAME:Erik}}"],"family":"{{NAME:von Essen}}"}
yours sincerely\n\n{{NAME:t. o'shaughnessy}}
To whom it may concern: Ms {{NAME:de la Cruz}} is my patient
apparently {{NAME:Bill Waters}} never got the bill
Mum is {{NAME:Shanelle Prince}}, she'll bring him at 8
approved_by {{NAME:Xiomara Delgado}} on 2024-04-11
voicemail from {{NAME:Ngo Thi Lan}} re: seat 22A
Name/phone of driver: {{NAME:Otis Randall}} {{PHONE:208-252-0005}}
dialed {{PHONE:504 625 - 8852}} twice, no answer
sms_to: "{{PHONE:00447580681530}}"
"phone_e164":"{{PHONE:919835800919}}","verified":true
NM1*IL*1*{{NAME:FREEMAN}}*{{NAME:DELIA}}****34*{{SSN:766862804}}~ (34 = SSN)
refund IBAN {{IBAN:IT61 X105 5970 5223 3225 6454 878}} intestato a {{NAME:Franca Bertolini}}
{"mrn":{"value":"{{MRN:LPCH-475508}}","assigner":"LPCH"}}
Krankenhaus-Patientennr.: {{MRN:41316238}}
DOB/Age: {{DOB:6-14-1957}} / 67
Дата рождения: {{DOB:17.03.1989}}
DMG*D8*{{DOB:19640722}}*F~ (birth date segment)
ACCESS: {{SECRET:ASIA<U:16>}} / {{SECRET:<b:40>}}
passphrase for the backup key is "{{SECRET:velvet otter 19 Quay!}}"
root pw on the analyser PC = {{SECRET:Hem0lyzer#22}}
{{STREET_ADDRESS:RR 2 Box 45}}{{~:, Elkins WV 26241}} (rural route)
address2 blank; address1 {{STREET_ADDRESS:77 Sheikh Zayed Road, Office 1203}}
PT NAME: {{NAME:VAN DEN HEUVEL,MARIEKE}}
yo it's {{NAME:deshawn}} from unit 4, my router died
Bien à vous,\n{{NAME:Anne-Sophie Delacroix}}
crew: CPT {{NAME:J. Halloran}}, FO {{NAME:M. Iqbal}}
氏名: {{NAME:佐藤 美咲}}
<PatientName>{{NAME:Teodoro Galvan}}</PatientName>
NM1*QC*1*{{NAME:BAPTISTE}}*{{NAME:RENEE}}*{{~:L}}~
Signed for by: {{NAME:S. Whitcroft}}
{{NAME:Hope Sinclair}} says the ward is out of insulin
Ügyfél mobilja: {{PHONE:06 20 217 9519}}
NHS No. (10 digits)\n{{NHS_NUMBER:9956813087}}\nEthnicity: not stated
Patiëntnummer: {{MRN:7089608}}, opname via SEH
Születési idő: {{DOB:1974.06.18}}.
ASK AGENT> guest DOB? => {{DOB:28 Feb 2004}} => adult fare
ok my pw for the portal is {{SECRET:Basalt77finch}}, can you log in for me?
entregar em {{STREET_ADDRESS:Avenida da Liberdade 110, 4.º Esq.}}{{~:, 1250-146 Lisboa}}
zameldowany: {{STREET_ADDRESS:os. Piastów 22/9}}{{~:, 31-624 Kraków}}
Kórházi zárójelentés, beteg neve: {{NAME:Horváth Eszter}}
lekarz prowadzący: dr n. med. {{NAME:Grażyna Pawlak}}
Beste mevrouw {{NAME:van den Broek}},
PAX 1: {{NAME:OBRADOVIC/MILAN}} MR  PAX 2: {{NAME:OBRADOVIC/JELENA}} MRS
Groet,\n{{NAME:Sanne Dijkstra}}\nHR-servicedesk
Witness statement of {{NAME:Alasdair Munro}}, taken at 15:20
LGTM after {{NAME:Oksana Hrytsenko}} fixed the flaky retry, merging
the driver, {{NAME:Mbali Zwane}}, says the other car braked
Anfrage von {{NAME:Heike Brunner}}: Rechnung doppelt erhalten
{{NAME:Rajiv}} from claims will phone Mrs {{NAME:Pemberton}} at two
signed off by {{NAME:Yevgenia Markova}} and two night staff
ur. {{DOB:30.01.1962}}
| Gość | Pokój | Telefon | IBAN zwrotu |\n|---|---|---|---|\n| {{NAME:Bogusław Kania}} | 204 | {{PHONE:+48 790 475 958}} | {{IBAN:PL39642764954092003306161092}} |\n| {{NAME:Ewelina Mazur}} | 311 | {{PHONE:+48 663 752 587}} | {{IBAN:PL29242876867929606152052144}} |\n| wolny | 312 | - | - |
"""

FALSELY_HIT = r"""
voucher 9999 8888 7777 6666
STRIPE_KEY=sk_live_xxxxxxxxxxxxxxxx
Morgan Stanley downgraded the stock
Oracle Database 19.21.0.0 Release
BIOS 1.14.3.22 flashed OK
see sections 2.1.1.3 and 10.4.1.2 of the protocol
depart Charles de Gaulle 07:10, arrive John Wayne Airport 12:40
Victoria Falls and Nelson Mandela Bay tours
AssemblyVersion("12.0.1.7")
MySQL 8.0.36.1 -> 8.0.37.2 rolling
Table 5.1.2.3 lists the doses
arn:aws:secretsmanager:eu-west-1:771203448812:secret:prod/claims-Xk2p9Q
Ralph Lauren outlet, gate 14 duty free
Charlotte Douglas International, concourse B
$profile@odata.type = '#microsoft.graph.user'
password: !vault | (encrypted, see ops wiki)
-p ${MYSQL_ROOT_PASSWORD:?unset}
token_type=bearer expires_in=7199 scope=read
"""


def rows() -> list[Row]:
    """All lines, parsed."""
    return [parsed(line) for line in (MISSED + FALSELY_HIT).splitlines() if line.strip()]
