"""Lines of two more labelled sets that were written without a look at the rules, of which their first run missed something.

Marked as in `third_set`; the lines of `CLEAN` looked like what the new rules find, or were hit. All is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

from third_set import Row, parsed

MISSED = r"""
Thanks\n{{NAME:Ottoline}} (People Ops)
Kind regards\n{{NAME:Thibault}} (on call)
{"client":"{{IP:10.4.0.12}}","server":"{{IP:5.9.10.2}}"}
peer/{{IP:3.5.7.9}} dropped, retry http://{{IP:3.4.5.6}}/x
DHL rang from {{PHONE:020 7946 0018}} about the parcel
ssn_raw: "{{SSN:132.44.8489}}"
{"phone_old": "{{PHONE:415 555 0101}}", "dobRaw":"{{DOB:1980-02-03}}", "mrnNew": "{{MRN:00441822}}"}
mdm: device_udid={{DEVICE_ID:00008110-0027624D2E0C2299}} os=17.5.1 owner=ops
imsi: {{DEVICE_ID:310150123456789}}
patient_ref: {{MRN:HN-7719024}}\ndevice:\n  type: insulin pump\n  serial: {{DEVICE_ID:NG8562788H}}\nbasal_u_per_h: 0.85
pacemaker Model L331, serial {{DEVICE_ID:911308PGX}}, implanted 2022-11-03, battery 7.5 y
hearing aid left, serial no. {{DEVICE_ID:24-0098812}}
$ cat /etc/wpa_supplicant.conf\nnetwork={\n  ssid="Linden-5G"\n  psk="{{SECRET:marmalade!Bridge22}}"\n}
ran `psql` with PGPASSWORD={{SECRET:owl.Static.7719}} and got: FATAL
MYSQL_PWD={{SECRET:heron.Lamp.204x}} mysqldump db
emp_no\tlast_first\tssn\tdob\n88120\t{{NAME:Castellano, Gina}}\t{{SSN:194-56-4417}}\t{{DOB:1981-02-14}}
"id","applicant","ssn","score"\n"A-120","{{NAME:Mina Park}}","{{SSN:721-44-9452}}",702
record_id,redcap_event,first_nm,dob,zip3\n17,baseline_arm_1,{{NAME:Winifred}},{{DOB:1967-02-11}},605
Med. record number {{MRN:60218837}} pulled from archive
medical rec # {{MRN:4418820}}, hosp. no {{MRN:RX220917}}
my licence plate is {{VEHICLE_ID:LK71 ZRB}} and I was parked in bay 14
the van is a white Transit, reg {{VEHICLE_ID:WX19 HFD}}, in the yard
registration: {{VEHICLE_ID:B-MW 1234}}; rego {{VEHICLE_ID:ABC 123}}
doc=passport no={{PASSPORT:X4RTBPFW4}} issuer=D
passaporto n. {{PASSPORT:YB4471902}} rilasciato il 12/09/2021
Reisepass Nr. {{PASSPORT:C01X0006H}}
here's the whole thing: {{SSN:390257914}} social. thanks
{{SSN:219-09-9981}} is my social
patient {{NHS_NUMBER:404 872 9632}} NHS; urgency: 2WW
could not parse birth date '{{DOB:31/12/1964}}' for patient {{MRN:PX-338104}}
pt {{MRN:4471209}} seen in clinic
{{MRN:4471209}} (MRN), {{NPI:1234567893}} NPI, {{PASSPORT:AB1234567}} (passport), {{VEHICLE_ID:BKR 4471}} (plate)
{{DOB:12 March 1971}} is my date of birth
? ({{IP:192.168.44.37}}) at {{MAC:0:e:c6:9a:41:7d}} on en0 ifscope
link/ether {{MAC:a0:5:1f:9c:b:7}} brd
patient {{NAME:VANTERPOOL, ALICIA}}, {{DOB:03-AUG-1988}}. Left breast core biopsy
specimen label: {{~:OYELARAN, TUNDE}} | {{DOB:11-MAR-1977}} | MRN {{MRN:20099417}}
{{NAME:Karen Holt}} ({{DOB:4/4/1950}}) ready
And my number's changed, it's {{PHONE:01603 555 0147}} now.
My insurance: Aetna, ID {{MRN:W1944 20773}}, group 0881204-010-0
pharmacy bin 610502 pcn ADV id {{MRN:ZZK420019332}}
insurance card?\nCaller: it's {{MRN:XQH884209133}}
https://chat.example.org/hooks/{{SECRET:k3jd8s7hq2m4n5b6v7c8x9z1ab}}
https://hooks.zapier.com/hooks/catch/{{SECRET:1234567/abc123x}}/ and https://hook.eu1.make.com/{{SECRET:<x:32>}}
https://contoso.webhook.office.com/webhookb2/{{SECRET:<x:8>-<x:4>-<x:4>-<x:4>-<x:12>@<x:8>-<x:4>-<x:4>-<x:4>-<x:12>/IncomingWebhook/<x:32>/<x:8>}}
curl https://chat.googleapis.com/v1/spaces/{{SECRET:AAAA12xY3z/messages?key=<w:39>&token=<w:43>}}
qyapi.weixin.qq.com/cgi-bin/webhook/send?key={{SECRET:<x:8>-<x:4>-<x:4>-<x:4>-<x:12>}}
terraform apply\nvar.db_admin_password\n  Enter a value: {{SECRET:Zk9#trellis-Moor}}\n\nPlan: 14 to add
var.api_token\n  The token.\n\n  Enter a value: {{SECRET:7fa9c2e1d0b84}}\n
$ ssh-add\nEnter passphrase for key: {{SECRET:Gr8-Heron!}}\n
    command: redis-server --requirepass {{SECRET:qL81vbTz_ember}}\n    ports:
tailscale up --authkey={{SECRET:k99xx1122aabb}} --db-pass {{SECRET:Hx7!plover}}
vault kv get -field=api_key secret/geo → {{SECRET:<x:32>}}
$ vault kv get -field=password secret/db\n{{SECRET:tern.Glass42}}
$ pass show work/db\n{{SECRET:quill-Harbor-91}}\n
$ echo $DB_PASSWORD\n{{SECRET:hunter2Prod}}
$ kubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n{{SECRET:Pl0ver!nest}}
auth := smtp.PlainAuth("", "{{EMAIL:kiln-bot@pottery.example.dk}}", "{{SECRET:Stoneware*Blue812}}", "smtp.pottery.example.dk")
$c = mysqli_connect("localhost", "app", "{{SECRET:Fjord_77x}}", "shop"); new PDO($dsn, "app", "{{SECRET:Fjord_78x}}")
con = cx_Oracle.connect("scott", "{{SECRET:T1ger!x}}", "db/orcl"); DriverManager.getConnection(url, "sa", "{{SECRET:K3strel#9}}")
{"resourceType":"Patient","identifier":[{"system":"urn:oid:1.2.36.146.595.217.0.1","value":"{{MRN:SJH-0091244}}"}],"telecom":[{"system":"phone","value":"{{PHONE:+1 504 555 0131}}"}]}
{"resourceType": "Patient", "identifier": [{"use": "usual", "value": "{{MRN:40028817}}"}, {"system": "http://x.example/id", "value": "d41c07aa-5be0-4f19-92c8-7a0e6b11f350"}], "address": [{"line": ["{{ADDRESS:7 Saltmarket Wynd}}"], "city": "Edinburgh"}]}
{\"resourceType\":\"Patient\",\"identifier\":[{\"value\":\"{{MRN:H-7719024}}\"}],\"address\":[{\"line\":[\"{{ADDRESS:12 Vennel}}\",\"{{ADDRESS:Flat 2}}\"]}]}
SELECT mrn, last_name, dob FROM adt.patients WHERE mrn = '{{MRN:00781194}}';\n-- 1 row\n{{MRN:00781194}} | {{NAME:Szymborska}} | {{DOB:1939-10-02}}
select p.id, p.last_name as surname, p.ssn from people p\n7\t{{NAME:Farnsworth}}\t{{SSN:194-56-4417}}\n8\t{{NAME:Okafor}}\t{{SSN:172-50-4727}}
{{NAME:Grace Mbeki}} (midwife) signed off at six; {{NAME:Thabo Nkosi}} (owner)
Wife ({{NAME:Doreen}}, {{PHONE:01743 555 018}}) informed, daughter ({{NAME:Mireia}}) here
chargeback 4418-A: cardholder {{NAME:Vasilios Katsaros}}; trustee {{NAME:Blorvax Lowenthal}}, 11
Participant {{NAME:Malik Thornhill}} Signed 02/08/2025 Witness {{NAME:E. Castellano}} Protocol v3.1
verwezen door huisarts {{NAME:Van Leeuwen}} i.v.m. palpitaties
wir berichten über {{NAME:Kevin-Jerome Pfannenstiel}}, wohnhaft hier
Konto lautet auf {{NAME:Regula Ammann}}
Hola, soy {{NAME:Encarnación Villalobos}} y llevo dos semanas
hier spricht {{NAME:Wolbert Quast}}, guten Tag
heb de brief nog niet. Groet, {{NAME:Jorrit Haverkamp}}, Kerk
Best wishes, {{NAME:Ottoline}}
send it to Mr {{NAME:T Okoro-Hughes}}, Rowan Cottage
Patiënt mw. {{NAME:A. Terpstra-de Wit}}, verwezen
acc ref 71904428 name {{NAME:P R Whitcombe}} — can you confirm
box b  e: {{NAME:Rutherford T. Banks}}  f: other
1. Resident ........ {{NAME:Eustace Merriweather}}\n2. Payer ______ none
2025-03-01,ZELLE FROM {{NAME:ORTEGA MARISOL}},+350.00,2144.18
MRZ line 1: P<GBR{{NAME:ASHWORTH<<PHILIPPA<JANE}}<<<<<<<<<<<<<<<<
P<UTO{{NAME:ERIKSSON<<ANNA<MARIA}}<<<<<<<<<<<<<<<<<<<\n{{PASSPORT:L898902C36UTO7408122F1204159ZE184226B<<<<<10}}
{{PASSPORT:I<UTOD231458907<<<<<<<<<<<<<<<}}\n{{PASSPORT:7408122F1204159UTO<<<<<<<<<<<6}}\n{{NAME:ERIKSSON<<ANNA<MARIA}}<<<<<<<<<<
:50K:/{{IBAN:NL63RABO6018532604}}\n{{NAME:LUCAS VAN DER HEIJDEN}}\n{{~:PRINSENGRACHT 1184}}\nAMSTERDAM\n:71A:SHA
hello, this is {{NAME:wendy clarke}} in parking
visitor: hello, this is {{NAME:meera pillai}}, trying to see my results
{{NAME:Daniel Park}}'s crate was short
FBO {{NAME:Augustin Lemieux}}; KYC pending for {{NAME:Harshita Rao}}
visa support letter for {{NAME:Chiamaka Nwosu}}, KYC pending
at {{ADDRESS:72 Quarry Bank}}, Keele ST5 5AG
residente in {{ADDRESS:via Giosuè Carducci 19}}, 85100 Potenza
office: {{ADDRESS:3320 boul. Saint-Laurent, app. 6}}, Montréal QC H2X 2T8
office: {{ADDRESS:1180 Avenida del Sol, Suite 204}}, Scottsdale AZ 85251
Ship: {{ADDRESS:Ilica 42}}, 10000 Zagreb
{{ADDRESS:TAUNUSANLAGE 12}}\nFRANKFURT
wohnhaft {{ADDRESS:Am Alten Kirchhof 8}}, 31785 Hameln
{{ADDRESS:Oude Haven 14}}, 3011 GH Rotterdam
"{{ADDRESS:7 Saltmarket Wynd}}", {{ADDRESS:14 the Spinney}}, Ely
the ssn listed on his W-9 was {{SSN:219-09-9981}}, or was it
ssn on the I-9 reads {{SSN:103.92.8355}}
SSN (from the 1099 form): {{SSN:219099981}}
Account: {{BANK_ACCOUNT:12345678}} Sort: {{BANK_ACCOUNT:20-00-00}}
Passnummer {{PASSPORT:C4ZM1K9P2}}, travel document {{PASSPORT:K1234567}}
the date of birth I gave was {{DOB:3 May 1990}}
birth date as shown on the card is {{DOB:23 May 1949}}
geboren op {{DOB:3 mei 1990}}, né(e) le {{DOB:3 mai 1990}}
contact no. {{PHONE:9812345678}}; home: {{PHONE:212 555 0188}}, work: {{PHONE:212 555 0189}}
login jsmith pass {{SECRET:Qwerty#2024}}
username: carla, pw {{SECRET:Tide!pool77}}
the new password's {{SECRET:blue-Falcon-88}}
key fob code {{SECRET:8812#}}, lockbox code is {{SECRET:4471}}
RFC {{NATIONAL_ID:GOME800101AB1}}
NIR {{NATIONAL_ID:1 85 05 78 006 084 36}}
KeyError for record {{MRN:MRN-0044182}}
conta {{BANK_ACCOUNT:12345-6}} agência nova
{{SECRET:Maple#5521}} is the wifi password
use {{SECRET:Maple#5521}} as the password
Your password has been reset to {{SECRET:Maple#5521}}
wifi: HomeNet / {{SECRET:maple-5521-road}}
security code on back {{SECRET:417}}
TOTP seed {{SECRET:JBSWY3DPEHPK3PXP}}
echo "{{SECRET:opal!Raft91}}" | docker login -u bob --password-stdin reg.example
smtp_pass {{SECRET:opal!Raft91}}
root:{{SECRET:$6$<a:8>$<a:86>}}:19000:0:99999:7:::
Mr. {{NAME:Adams}} and Dr. {{NAME:Pepperberg}} called
"""

CLEAN = r"""
FedEx 7712 4490 1836 tracking page is down
UPS 1Z E47 R28 03 9918 2276 out for delivery; FedEx 7712 0948 3316 at facility, Memphis TN
DHL waybill: 2341 2341 2346
Sendungsnummer 0340 1234 5678 wurde zugestellt
tracking no. 415 555 2671 moved
40 Dr. Pepper cans recycled
she wears Dr. Martens and reads Dr. Seuss; Mr. Clean, Miss Universe
meter_serial=8039912274 and DNS serial 2024010133
{"serial": "04AF2291", "issuer": "CN=Root"}
registration 2024 opens, reg EAX 0x44, plates 12, reg R12
cost per patient 150000 USD; patient 12 of 30; 120000 patients
meeting at 10:30:15 today and at 1:2:3:4:5:6
release (12/03/1999), Smith et al. (2004-03-01)
password=config.db.password; password: self.cfg.pw; pwd=v1.2.30
insurance ID is required; policy ID 4 applies
{"file_new": "a.txt", "value_old": 12, "number_old": 4471234}
var.region\n  Enter a value: eu-west-1\n\nPlan: 1 to add
Do you want to perform these actions?\n  Enter a value: yes\n
curl --pass file.txt --pin on --key-file k.pem --secret-key $KEY
$ vault kv get -field=region secret/db\neu-west-1
$ echo $WHERE\n/srv/x1\n$ echo $PATH\n/usr/bin2
$ kubectl get secret db\nNAME  TYPE
Enter password: \nLogin succeeded
mysqli_connect("localhost", "app", $pw, "shop"); PDO($dsn, "user", "pass")
docs at https://docs.example.com/hooks/useEffect and /hooks/pre-commit
{"resourceType":"Library","identifier":[{"system":"urn:ietf","value":"d41c07aa-5be0-4f19-92c8-7a0e6b11f350"}]}
SELECT id, qty, price FROM stock\n1 | 44 | 12.50\n2 | 31 | 9.99
SELECT name, email FROM users WHERE id = 4;\n(0 rows)
Wi-Fi for guests: SSID Alder-Guest, open to all
Blue Ridge (owner), Acme Portal (support), North Region (lead)
trustee Acme Bank; resident physicians; student Life Center; witness statement
payable to Cash; issued to Visa Gold; results for North Region; letter for HR
je suis Français; ich bin Arzt; sono qui; ik ben Nederlander
Kind regards, Acme Support
1. Name ........ ______\n2. Contents ...... 4
2025-03-04,WIRE TO CHECKING SAVINGS,-1.00 and PAYMENT FROM PAYROLL SERVICES INC,
std::cout<<ENDL<<"x"; A<<BC; VALUE<<8
this is great news, it's working again, this is going on
hex 3F1234567A and AC12ABCDEF0123456789
Version 42, 10000 Users; Table 12, 20000 Rows; In 2024, 10000 People; Room 12, 5000 Seats
On May 12, 2024 Monday, March 3, 2025 The board met
Copyright 2008,2012 Canonical Ltd.
sold 300 Units, Austin TX 78701
the bank via Carducci 19 and 12 Steps of the gate
RFC 9110 and RFC 6265 say so; rfc: draft-ietf-oauth-12
the password's been reset and the code's fine; the pin's stuck
home: 12 items, work: 2024-05-01, office: 3 rooms; sort: 10, sort 20-30-40 asc
login form pass through; user: bob and pass: yes
building code 2021 applies, door code requirements; date of birth is required on page 4
the username is the password; step-2 is the pin
password has been reset to its default; password was changed to comply
use sha256 as a password hash; utf-8 is the password encoding
wifi: 2.4 GHz / 5 GHz; cvv is required 3 times; security code 4.2.1
echo "$TOKEN" | docker login --password-stdin
set user_password on create\nreset_password tokens\n  client_secret required
PATH=/usr/bin:$HOME/bin:$PATH
Portal 5.11.0.2 is rolling out, some pages load slowly
{"tool":"x","api": "7.4.0.12"}
{"ua":"sift-mailer/3.0.18.2"}
// layout rev 3.0.18.2, schema v. 2.0.1.4
upgraded from 4.2.0.1 to 4.2.0.7 and pinned since 4.1.9.3
release notes: 3.2.0.1 introduces dark mode, 3.1.0.9 and later only
Your statement for account ****4471 (Jan 1 - Jan 31) is ready
my bank account ends in 7731
Mit freundlichen Grüßen\nIhr Kundenservice-Team\nMo-Fr 8-20 Uhr
Best regards,\nYour Billing Desk
"""


def rows() -> list[Row]:
    """All lines, parsed."""
    return [parsed(line.replace(r"\t", "\t")) for line in (MISSED + CLEAN).splitlines() if line.strip()]
