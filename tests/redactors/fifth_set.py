"""Lines of four more labelled sets that were written without a look at the rules, of which their first run missed something.

Marked as in `third_set`; the lines of `CLEAN` looked like what the new rules find. All is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

from third_set import Row, parsed

MISSED = r"""
can u txt me instead?? {{PHONE:9175550123}}
Agent: And your date of birth?\nCustomer: {{DOB:7/14/62}}
hey it's {{NAME:Tomasz}} from the Gdańsk office, can you reset my pw? temp one was {{SECRET:Zima2024!krk}}
the PIN you sent, {{SECRET:884213}}, doesn't work
> what's the wifi password\n< it's {{SECRET:blueHeron77}}
caller verified w/ SSN ending {{SSN:7218}}
{"columns":["name","dob","mrn"],"data":[["{{NAME:Carla Whitehorse}}","{{DOB:1990-01-05}}","{{MRN:77120934}}"],["{{NAME:Ned Pryor}}","{{DOB:1964-12-19}}","{{MRN:77120951}}"]]}
{"columns":["patient_id","hb","phone"],"index":[0,1],"data":[["{{MRN:P-00918}}",12.1,"{{PHONE:6145550128}}"],["{{MRN:P-00922}}",9.8,"{{PHONE:6145550177}}"]]}
{"rows":[{"emp":"{{NAME:Faith Lindqvist}}","iban":"{{IBAN:SE0650000000291564121992}}"}],"count":1}
{"status":"ok","result":{"holder":"{{NAME:J R Castellano}}","pan":"{{CREDIT_CARD:4536925978935651}}","exp":"11/28"}}
[{"type":"text","text":"Found 1 member: {{NAME:Priyanka Raghunathan}}, member ID {{MRN:W2280 41937}}, DOB {{DOB:02/19/1985}}"}]
{\"name\": \"get_patient\", \"arguments\": \"{\\\"nhs_number\\\": \\\"{{NHS_NUMBER:6052590947}}\\\"}\"}
{"homePhone":null,"workPhone":"{{PHONE:(02) 5550 1234}}","TaxFileNumber":"{{NATIONAL_ID:411 402 717}}"}
{"results":[{"first":"{{NAME:Aoife}}","last":"{{NAME:Ní Bhriain}}","ppsn":"{{NATIONAL_ID:8832727L}}"}]}
<table><tr><th>Name</th><th>DOB</th><th>MRN</th></tr><tr><td>{{NAME:Roberta Finch}}</td><td>{{DOB:1957-02-11}}</td><td>{{MRN:5519024}}</td></tr></table>
<tr><th>Patient Name</th><td>{{NAME:Abdul Karim Noor}}</td></tr>\n<tr><th>Date of Birth</th><td>{{DOB:11 Sep 1970}}</td></tr>\n<tr><th>Hospital No</th><td>{{MRN:RX2209417}}</td></tr>
<thead>\n <tr>\n  <th>Employee</th>\n  <th>SSN</th>\n </tr>\n</thead>\n<tbody>\n <tr>\n  <td>{{NAME:Whitney Barlow}}</td>\n  <td>{{SSN:646917926}}</td>\n </tr>\n</tbody>
mrn last first dob\n{{MRN:448120}} {{NAME:Nakagawa}} {{NAME:Emi}} {{DOB:1988-07-02}}\n{{MRN:448177}} {{NAME:Brandt}} {{NAME:Otto}} {{DOB:1951-10-20}}
Tfno.: {{PHONE:91 555 01 42}}
Mobilnr {{PHONE:98 76 54 32}}
F. nac.: {{DOB:14-05-77}}
Nato a Bari il {{DOB:08/03/1966}}
Geb.-Datum: {{DOB:17.08.1955}}
caller = {{NAME:dominic reyes}}
PHN {{MRN:9876 543 217}}
Un saludo,\n{{NAME:Rocío Benítez}}\nC/ {{STREET_ADDRESS:Mayor 12, 3º izq}}\n{{~:28013 Madrid}}
Szanowny Panie {{NAME:Kowalczyk}},
Geachte heer {{NAME:Van der Meer}},
Hej {{NAME:Astrid}},\ntack för samtalet. Ring mig på {{PHONE:070-123 45 67}}.
Next of kin: {{NAME:Bernadette Whelan}} (daughter) {{PHONE:087 123 4567}}
CC: pt is {{NAME:Lucille Armstead}}, 71F, MR {{MRN:4410298}}
Il paziente {{NAME:Luigi Esposito}}, nato il {{DOB:19.11.1952}}, residente in {{STREET_ADDRESS:Corso Umberto I 204}}{{~:, Napoli}}
Patiënt dhr. {{NAME:J. de Wit}}, geb. {{DOB:11-09-1946}}, BSN {{NATIONAL_ID:136654411}}
Potilas {{NAME:Matti Virtanen}}, hetu {{NATIONAL_ID:131052-308T}}
Paciente: {{NAME:Luciana Prado}}, prontuário {{MRN:0044182-7}}, tel. {{PHONE:(11) 98765-4321}}
Fingerprint card for {{NAME:Elmer Stubbs}}, dob {{DOB:010554}}
Claimant: {{NAME:Renee Boudreau}}\nPolicy No: {{MRN:AUTO-88-20419}}\nDate of loss: 04/02/2024\nVehicle reg: {{VEHICLE_ID:LK19 XVB}}
Box 1a INSURED'S I.D. NUMBER {{MRN:992104417A}}\nBox 2 PATIENT'S NAME {{NAME:DELGADO, RAMON}}{{~:, J}}\nBox 3 BIRTH DATE {{DOB:07 19 1961}}
W-2 box a: {{SSN:729-12-7969}}  box e: {{NAME:Tamara K Jessup}}
IBAN:{{IBAN:ES9121000418452914545310}} titular {{NAME:Nuria Camps}}
Frequent flyer {{~:AB1234567}} {{NAME:Candace Wu}} DOB {{DOB:15JUN1983}}
TSA KTN {{~:TT118F2K9}} for {{NAME:Isaiah Grant}}
SHIP TO\n{{NAME:ORLA BRENNAN}}\n{{STREET_ADDRESS:APT 4, 27 PEMBROKE ROAD}}\n{{~:DUBLIN D04 E5X2}}
lives in {{STREET_ADDRESS:Flat 12B, Nirmal Towers, MG Road}}{{~:, Pune 411001}}
{{STREET_ADDRESS:Kerkstraat 118-II}}{{~:, 1017 GP Amsterdam}}
{{STREET_ADDRESS:Storgatan 14 lgh 1102}}{{~:, 111 23 Stockholm}}
apify: {{SECRET:apify_api_<a:36>}}
firecrawl {{SECRET:fc-<x:32>}}
pinecone = {{SECRET:pcsk_<a:6>_<a:63>}}
qdrant api key {{SECRET:<w:64>}}
vercel token {{SECRET:<a:24>}}
azure openai key {{SECRET:<x:32>}}
twilio sid ACxx auth token {{SECRET:<x:32>}}
postmark server token {{SECRET:<x:8>-<x:4>-<x:4>-<x:4>-<x:12>}}
okta SSWS {{SECRET:00<w:40>}}
Authorization: SSWS {{SECRET:00<w:40>}}
api:\n  key: {{SECRET:<a:32>}}\n  timeout: 30
jdbc:oracle:thin:scott/{{SECRET:tiger99X}}@//db:1521/ORCL
password = os.environ.get("PW", "{{SECRET:fallbackPw12}}")
requests.post(url, auth=("svc", "{{SECRET:Sv3c-Pa55}}"))
2FA backup codes: {{SECRET:8f2k-11qz}}, {{SECRET:p0d3-77ab}}
db pass -> {{SECRET:Lumb3rjack_7}}
passcode is {{SECRET:771-204-88}} for the conf bridge
<property name="password">{{SECRET:W1ldfly!}}</property>
wifi: SSID Guest / key {{SECRET:sunflower-8812}}
email me at {{EMAIL:tanya (dot) volkova (at) inbox (dot) example}}
URN {{MRN:441 2093}}
{{PHONE:(0118) 496 0812}}
{{PHONE:1300 555 012}} or mob {{PHONE:0491 570 156}}
whatsapp {{PHONE:5511987654321}}
richiamare {{PHONE:333-1234567}}
bel mevr. {{NAME:Jansen}} op {{PHONE:0612345678}}
Marks & Spencer and John Lewis are hiring
Ricetta: assistito {{NAME:Pia Bellandi}}, C.F. {{NATIONAL_ID:BLLPIA60D52F205X}}
OPD card: UHID {{MRN:MH0044198}}, Mr. {{NAME:Ramesh Iyengar}}, Mob: {{PHONE:9884012345}}
Eircode D08 X2K1, PPSN {{NATIONAL_ID:7900459G}}, mob {{PHONE:085 712 3344}}
Police report: driver {{NAME:Lamont Whitaker}}, OLN {{DRIVER_LICENSE:W426-0133-2210}}, plate {{VEHICLE_ID:BKR 4471}}
sms from {{PHONE:+16175550143}}: running late, gate code is {{SECRET:4419#}}
Q: policy number?\nA: {{MRN:HMO-2291-88840}}
Verify: SSN (last four) {{SSN:9034}}
services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD={{SECRET:compose-Pg-5}}
docker run -e API_TOKEN={{SECRET:<a:32>}} -e MODE=prod img
helm upgrade x --set auth.password={{SECRET:H3lm-Set!}} --set image.tag=1.2
System.setProperty("javax.net.ssl.keyStorePassword", "{{SECRET:chang3it-prod}}")
Authorization: {{SECRET:<a:40>}}
webhook secret whsec_: {{SECRET:whsec_<b:32>}}
resend: {{SECRET:re_<a:8>_<a:24>}}
dropbox {{SECRET:sl.u.<w:140>}}
hubspot {{SECRET:pat-na1-<x:8>-<x:4>-<x:4>-<x:4>-<x:12>}}
algolia admin key {{SECRET:<x:32>}}
Your one-time password is {{SECRET:771204}}
creds: svc_report / {{SECRET:Rep0rt!ng}}
the admin login is admin/{{SECRET:Adm1n#2024}}
temporary password ({{SECRET:Kx9-plum-44}}) expires friday
Passwort lautet {{SECRET:Sommer#1987}}
senha do wifi: {{SECRET:cafezinho22}}
seed phrase: {{SECRET:ripple lantern obey frost canyon velvet minor tide script gauge olive harbor}}
BEGIN:VCARD\nN:{{NAME:Castillo}};{{NAME:Renata}};;;\nTEL;TYPE=CELL:{{PHONE:+52 55 1234 5678}}\nBDAY:{{DOB:19880214}}\nEND:VCARD
ATTENDEE;CN="{{NAME:Wiremu Tahana}}":mailto:{{EMAIL:w.tahana@council.example}}
{"resourceType":"Patient","identifier":[{"system":"urn:oid:2.16.840.1.113883.4.1","value":"{{SSN:514589569}}"}],"telecom":[{"system":"phone","value":"{{PHONE:(503) 555-0120}}"}]}
[["Employee","DOB","Salary"],["{{NAME:Paula Estrada}}","{{DOB:1979-03-12}}",71000]]
<dl><dt>Date of birth</dt><dd>{{DOB:12/03/1966}}</dd><dt>SSN</dt><dd>{{SSN:451747750}}</dd></dl>
<tr><td><b>Phone</b></td><td>{{PHONE:5035550144}}</td></tr>
<label>Policy number</label> <span>{{MRN:PX-204-8831}}</span>
{{STREET_ADDRESS:House No. 14, Sector 22}}{{~:, Chandigarh 160022}}
PID.3 = {{MRN:4471209}}~{{MRN:991823}}^^^MR
PID-5 = {{NAME:GRANT}}^{{NAME:OLIVIA}}~{{NAME:GRANTHAM}}^{{NAME:LIV}}
Insured ID: {{MRN:YTB4409812}}
CLAIM #: {{MRN:2024118827}}
Plate: {{VEHICLE_ID:7KXR204}}
Tfno. {{PHONE:915550142}}
SSN (last 4): {{SSN:4471}}
SSN *{{SSN:4471}}
{"data":[["{{NAME:Jane Doe}}","{{DOB:1980-02-03}}"]],"columns":["name","dob"]}
{\"columns\":[\"mrn\",\"dob\"],\"data\":[[\"{{MRN:4471209}}\",\"{{DOB:1980-02-03}}\"]]}
openai:\n  api:\n    key: "{{SECRET:sk9f8a7b6c5d4e3f2a1b}}"
<tr><td>Patient name:</td><td>{{NAME:Jane Doe}}</td></tr><tr><td>DOB:</td><td>{{DOB:02/03/1980}}</td></tr>
first_name last_name ssn\n{{NAME:jane}} {{NAME:doe}} {{SSN:219-09-9981}}\n{{NAME:john}} {{NAME:roe}} {{SSN:219-09-9982}}
Ordonnance pour {{NAME:M. Thibaud Garnier}}, né(e) le {{DOB:7 juillet 1983}}, n° SS {{NATIONAL_ID:2 60 03 07 403 443 97}}
{"ssn_full":"{{SSN:718912856}}"}
patient ({{DOB:12/03/1949}} dob) seen
birthday's {{DOB:July 9th 1995}}
HRN {{MRN:220194}}
Policyholder ID {{MRN:QX1192204}}
{{NAME:Gwendolyn Pryce}}, {{EMAIL:gpryce@corp.example}}
spoke w/ {{NAME:Jerome}} about renewal
PGPASS={{SECRET:letmein9now}}
Bearer: {{SECRET:<a:40>}}
here's the key {{SECRET:<a:36>}}
key={{SECRET:<a:39>}}
sig={{SECRET:<a:43>%3D}}&se=2025
your code: {{SECRET:229104}}
{{NAME:Carmen Ruiz}} llamó desde el {{PHONE:+34 611 22 33 44}}, pide copia de su póliza {{MRN:AX-220194-7}}
Guest {{NAME:Bjarne Holm}} in 412 reports lost card {{CREDIT_CARD:4571 0650 8407 4396}}
Hola, mi correo es {{EMAIL:lupita.rios@correo.example}} y mi cel {{PHONE:55 1234 9876}}
user> my social ends in {{SSN:5512}} and the card ends in {{CREDIT_CARD:0417}}
verification: dob {{DOB:2/2/1971}}, zip 30301, last4 ssn {{SSN:7731}}
Mot de passe provisoire : {{SECRET:Lavande-2291}}
Pt: {{NAME:Delroy Banton}} NHS: {{NHS_NUMBER:460 884 9999}} DOB: {{DOB:17/06/1959}}
(H) {{PHONE:212 555 0144}} (W) {{PHONE:212 555 0172}}
Emergency: {{NAME:Lucia}} {{PHONE:+39 340 123 4567}}
"""

CLEAN = r"""
Marks & Spencer and John Lewis are hiring
arn:aws:s3:::bucket-name/key
const token = tokens[i].value;
API_KEY=your-api-key-here
api_key: <YOUR_API_KEY>
SECRET_KEY = os.environ["SECRET_KEY"]
token: str | None = None
def login(user: str, password: str) -> Token:
passwordSecretRef: {name: db, key: password}
{"columns":["sku","qty"],"data":[["A-1188",4],["B-2219",9]]}
<table><tr><th>Product</th><th>Price</th></tr><tr><td>Ridgeline Boot</td><td>129.00</td></tr></table>
region sales growth\nEMEA 4412 3.1\nAPAC 3390 5.2
function_name calls p95\nget_user 4412 88\nput_order 221 140
@app.route("/login", methods=["POST"])
keyboard shortcut Ctrl-Shift-P opens the palette
monkey = key_to("door"); secretary = "desk"
tokens used: 1,204 prompt, 388 completion
cache key user:8812:profile expired
the token count was 4096 and the key length 2048
public key fingerprint is SHA256:uNiVztksCsDhcc0u9e8BrKrGkYmiyuJTN8m3pQ2w3pA
primary key (id), foreign key (order_id) references orders
press any key to continue, or enter a new password
secret santa - bring a gift under $20
pass - through entity, pin - up board
Backup codes can be generated in settings > security
set_header("Content-Type", "application/json")
headers.set("Accept-Language", "en-US,en;q=0.9")
os.environ.get("HOME", "/root")
client.login(user, password)
requests.get(url, auth=(user, pw))
columns: id, sku, qty, price
{"columns":["date","amount"],"data":[["2024-05-01",441.20],["2024-05-02",118.02]]}
{"values":[["Region","Total"],["North",4412],["South",2210]]}
<table><tr><th>Drug</th><th>Dose</th></tr><tr><td>Warfarin</td><td>5 mg</td></tr></table>
<dt>Release date</dt><dd>2024-03-01</dd>
<label>Quantity</label> <span>12</span>
<string name="app_name">Ledger</string>
id name qty\n1 bolt 4412\n2 nut 2210
date open close\n2024-01-02 182.1 184.3\n2024-01-03 184.2 181.9
claim 2: the method of claim 1 wherein the valve is closed
policy 4.2.1 requires encryption at rest
member since 2014, gold tier
cache:\n  key: v1-linux-deps-a8f7c9d0e1b2a3f4
caller = get_caller()
fields['policy'] = base64.b64encode(policy)
the mnemonic is a word list that you learn and then forget with the years that pass
"""


def rows() -> list[Row]:
    """All lines, parsed."""
    return [parsed(line) for line in (MISSED + CLEAN).splitlines() if line.strip()]
