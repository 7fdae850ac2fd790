"""A second labelled set of our own, written before anything was run on it and kept apart from the rules.

`{{LABEL:value}}` marks gold, `{{~:value}}` text that may or may not be found, `<a:24>` stands for 24 drawn letters and digits (`x` hexadecimal,
`U` capitals and digits, `d` digits, `w` also `-` and `_`, `b` base64): no key stands in the file. All is invented.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

POSITIVE = r"""
From: Accounts <{{EMAIL:billing.dept@acme-tools.example}}> Sent: Monday
{"to":["{{EMAIL:ana.lucia@correo.example.mx}}","{{EMAIL:b@c.io}}"],"subject":"hola"}
- [{{EMAIL:k.nakamura@uni.example.ac.jp}}](mailto:{{EMAIL:k.nakamura@uni.example.ac.jp}})
git commit --author="{{NAME:Kim}} <{{EMAIL:12345+kim@users.noreply.github.com}}>"
2024-11-02 08:12:44,120 WARN  auth - login failed for {{EMAIL:o'hara.p@firm.example.ie}} from {{IP:203.0.113.77}}
INSERT INTO users(id,email) VALUES (19,'{{EMAIL:rui_costa77@mail.pt}}');
id,email,plan\n7,{{EMAIL:x.y-z@sub.domain.museum}},free\n8,{{EMAIL:QA@EXAMPLE.NET}},pro
smtp: RCPT TO:<{{EMAIL:dr.who@tardis.example.uk}}>
href="mailto:{{EMAIL:info@praxis-lenz.de}}?subject=Termin"
E-mail ({{EMAIL:sofie@kontor.dk}}) or post.
export ADMIN_EMAIL={{EMAIL:root+alerts@infra.example.com}}
{{EMAIL:иван@почта.рф}} написал вчера
{{EMAIL:jose.perez[at]empresa[dot]com}}
You can reach Dana at +1 {{PHONE:(628) 555-0147}} or at the desk.
tel:{{PHONE:+1-202-555-0172}}
<a href="tel:{{PHONE:+442079460018}}">Call us</a>
"phone_number": "{{PHONE:+4915112345678}}"
callback_number={{PHONE:8085550133}}
fax no {{PHONE:(312) 555-0190}}
Call me back on {{PHONE:0117 496 0123}} please
the caller id showed {{PHONE:646.555.0119}}
WhatsApp: {{PHONE:+234 803 123 4567}}
Handy {{PHONE:0176/23456789}}
Telefoon: {{PHONE:06-12345678}}
bel naar {{PHONE:020 123 4567}}
Tlf. {{PHONE:22 12 34 56}}
puhelin {{PHONE:040 1234567}}
telefone {{PHONE:21 234 5678}}
Celular: {{PHONE:(21) 99123-4567}}
número de teléfono es el {{PHONE:+34 655 12 34 56}}
+{{PHONE:353 86 123 4567}}
{{PHONE:+41 79 123 45 67}} (Bern)
{{PHONE:+43 664 1234567}}
{{PHONE:+32 470 12 34 56}}
{{PHONE:+351 912 345 678}}
{{PHONE:+30 694 123 4567}}
{{PHONE:+380 67 123 45 67}}
{{PHONE:+86 138 0013 8000}}
{{PHONE:+886 912 345 678}}
{{PHONE:+65 8123 4567}}
{{PHONE:+63 917 123 4567}}
{{PHONE:+62 812-3456-7890}}
{{PHONE:+84 90 123 45 67}}
{{PHONE:+27 82 123 4567}}
{{PHONE:+20 100 123 4567}}
{{PHONE:+966 50 123 4567}}
{{PHONE:+972-52-123-4567}}
{{PHONE:+57 301 1234567}}
{{PHONE:+54 9 11 1234-5678}}
{{PHONE:+56 9 1234 5678}}
{{PHONE:0011 61 2 9876 5432}} from abroad: phone
dial {{PHONE:011-44-20-7946-0123}} from the US
電話番号は{{PHONE:06-6345-1234}}です
전화 {{PHONE:010-2345-6789}}
my num is {{PHONE:3125550111}} txt me
User: sure, it's {{PHONE:(917)555-0164}}
Contact number {{PHONE:98765 43210}}, Mumbai
emergency contact: sister, {{PHONE:404-555-0126 ext. 12}}
pager {{PHONE:555-0188}}
SSN {{SSN:523-84-1190}}
"ssn":"{{SSN:523841190}}"
Social Security # is {{SSN:318 52 7781}}.
taxpayer id {{SSN:941-82-9202}}
last 4 of social: {{SSN:7781}}
employee_ssn,name\n{{SSN:402-33-9917}},x
card {{CREDIT_CARD:4961-4718-9516-0267}} exp 09/27
{{CREDIT_CARD:4698 7547 1190 4848}}
{{CREDIT_CARD:5110519677920675}}|12|2028|{{~:771}}
pan={{CREDIT_CARD:2223388709260448}}&x=1
amex {{CREDIT_CARD:3737 873285 99247}}
Amex: {{CREDIT_CARD:340458544415994}}
discover {{CREDIT_CARD:6011.0674.0689.9750}}
JCB {{CREDIT_CARD:3530 9518 9338 0680}}
diners {{CREDIT_CARD:3677 181098 0593}}
{"number":"{{CREDIT_CARD:6212450834145755}}","exp_month":4}
my visa ends with {{CREDIT_CARD:4848}}
charged to Mastercard ****{{CREDIT_CARD:0675}}
4-digit: card ending {{CREDIT_CARD:0267}} was declined
IBAN {{IBAN:DE05 0994 1806 8544 4154 61}}
pay to {{IBAN:GB78NWBK07067425107364}} today
{{IBAN:NL67 ABNA 0447 3206 74}}
iban: {{IBAN:ch06 7360 1860 0287 5268 8}}
{"iban":"{{IBAN:PL07099185398387088258730882}}"}
{{IBAN:SE26 8706 3326 2925 9196 9501}}
{{IBAN:AE175429142638966258235}}
{{IBAN:SA82 8052 0146 4725 2214 8119}}
{{IBAN:TR370006106129976963365353}};
{{IBAN:IE45AIBK83556623145393}}
<iban>{{IBAN:AT633025500007937909}}</iban>
{{IBAN:LU15 0010 6876 2010 8649}}
{{IBAN:UA839305992634748176524892339}}
{{IBAN:GR62 0036 7584 5228 8962 9828 332}}
transfer {{IBAN:LV80HABA0169901346429}} 120.00 EUR
{{IBAN:PK33SCBL2462976966567484}}
{{IBAN:MT76MALT61858959617407101134653}}
Routing number {{BANK_ACCOUNT:021000021}}, account number {{BANK_ACCOUNT:483920175566}}
acct #: {{BANK_ACCOUNT:0073451982}}
sort code {{BANK_ACCOUNT:40-12-76}} account {{BANK_ACCOUNT:31926819}}
BSB {{BANK_ACCOUNT:062-000}} Acc {{BANK_ACCOUNT:12345678}}
checking account {{BANK_ACCOUNT:9912034857}}
NHS number: {{NHS:232 456 9779}}
nhs no {{NHS:8556495001}}
"nhsNumber": "{{NHS:987-323-7046}}"
NHS# {{NHS:5322694730}} seen in clinic
NPI {{NPI:2904692631}}
"npi": "{{NPI:1624213116}}"
Provider NPI#: {{NPI:1767446580}}
DEA {{DEA:GA5700693}}
DEA number {{DEA:FB3290501}} on file
dea_no={{DEA:AP0345529}}
MRN {{MRN:00482137}}
MRN: {{MRN:A-774120}}
Medical Record Number {{MRN:77-41-20}}
med rec # {{MRN:M1199203}}
patient id {{MRN:PX-20931}}
Hospital number: {{MRN:RJ1192034}}
chart no. {{MRN:558120}}
"medicalRecordNumber":"{{MRN:E1002938}}"
Member ID {{MRN:W123456789}} (plan PPO)
insurance policy number {{MRN:HX-99120-44}}
subscriber id: {{MRN:XEA905512213}}
Medicare: {{MRN:1EG4-TE5-MK73}}
Health card {{MRN:4532 118 907 KV}}
DOB {{DOB:03/14/1962}}
d.o.b. {{DOB:14.03.62}}
Born on {{DOB:March 14, 1962}} in Leeds
born {{DOB:14 Mar 1962}}
"birthDate": "{{DOB:1962-03-14}}"
date of birth is {{DOB:1962/03/14}}
birthday: {{DOB:14th of March 1962}}
geboren am {{DOB:14.03.1962}}
née le {{DOB:14/03/1962}}
fecha de nacimiento: {{DOB:14-03-1962}}
data di nascita {{DOB:14/03/1962}}
geb. {{DOB:14-03-1962}}
(DOB: {{DOB:12-Nov-1988}})
Pt is a 62yo, birthdate {{DOB:11/2/61}}
1987年3月14日生まれ: 生年月日 {{DOB:1987年3月14日}}
CPF {{NATIONAL_ID:379.759.283-30}}
cpf: {{NATIONAL_ID:92486192662}}
CNPJ {{NATIONAL_ID:26.199.920/1490-54}}? no: CPF {{NATIONAL_ID:924.861.926-62}}
DNI {{NATIONAL_ID:13773458T}}
mi DNI es {{NATIONAL_ID:73.309.862-F}}
NIE {{NATIONAL_ID:Z2134279E}}
Codice fiscale: {{NATIONAL_ID:FPBGPS85M17A282D}}
NIR {{NATIONAL_ID:1 55 10 75 048 460 86}}
numéro de sécurité sociale {{NATIONAL_ID:175027568961461}}
Steuer-ID {{NATIONAL_ID:82 731 405 065}}
Steueridentifikationsnummer: {{NATIONAL_ID:91168157048}}
BSN {{NATIONAL_ID:807823673}}
burgerservicenummer: {{NATIONAL_ID:200695058}}
rijksregisternummer {{NATIONAL_ID:70.02.06-951.62}}
PESEL {{NATIONAL_ID:71050177253}}
personnummer {{NATIONAL_ID:630311-5650}}
henkilötunnus {{NATIONAL_ID:171054-5612}}
fødselsnummer: {{NATIONAL_ID:11065625433}}
Aadhaar {{NATIONAL_ID:4060 0898 5559}}
aadhaar no: {{NATIONAL_ID:887580944956}}
PAN {{NATIONAL_ID:OPGPW0332P}}
SIN {{NATIONAL_ID:550 801 039}}
social insurance number {{NATIONAL_ID:491-752-150}}
TFN {{NATIONAL_ID:708 594 784}}
身份证号 {{NATIONAL_ID:110105197011092110}}
주민등록번호 {{NATIONAL_ID:791212-1212592}}
CURP {{NATIONAL_ID:CABC930121MDFGFG82}}
AHV {{NATIONAL_ID:756.1678.7972.49}}
RUT {{NATIONAL_ID:56.641.603-4}}
TC kimlik no {{NATIONAL_ID:71667652550}}
CNP {{NATIONAL_ID:1941023032112}}
rodné číslo {{NATIONAL_ID:690819/2742}}
CPR {{NATIONAL_ID:190379-9835}}
PPS number {{NATIONAL_ID:1208630C}}
NIF {{NATIONAL_ID:228689880}}
OIB: {{NATIONAL_ID:80070343812}}
South African ID {{NATIONAL_ID:6212093015084}}
NI number {{NATIONAL_ID:AB 12 34 56 C}}
National Insurance: {{NATIONAL_ID:JG103759A}}
passport no. {{PASSPORT:C03005988}}
Passport Number: {{PASSPORT:533380006}}
"passport_number":"{{PASSPORT:X4T9901823}}"
Reisepass {{PASSPORT:C01X00T47}}
driver's license {{DRIVER_LICENSE:D1234567}} (CA)
DL# {{DRIVER_LICENSE:S530-4601-2345}}
VIN {{VEHICLE_ID:1HGC0TS36TG777379}}
{{VEHICLE_ID:1HGC47AX2AA795846}} is the second car
license plate {{VEHICLE_ID:7ABC123}}
IMEI {{DEVICE_ID:356076749979860}}
imei: {{DEVICE_ID:35-361488-567556-2}}
serial number {{DEVICE_ID:C02XG0FDH7JY}}
S/N: {{DEVICE_ID:SN-4482-AX91}}
client {{IP:198.51.100.23}}:51422 disconnected
{{IP:192.0.2.146}} - - [10/Oct/2024:13:55:36 +0000] "GET / HTTP/1.1" 200
X-Forwarded-For: {{IP:203.0.113.9}}, {{IP:10.4.0.12}}
ssh deploy@{{IP:172.16.31.4}} uptime
ip={{IP:2001:db8:85a3::8a2e:370:7334}}
[{{IP:2001:db8::1f}}]:443 refused
inet6 {{IP:fe80::a00:27ff:fe4e:66a1}}%eth0
"remoteAddr":"::ffff:{{IP:198.51.100.7}}"
allow {{IP:203.0.113.0}}/24;
ether {{MAC:08:00:27:4e:66:a1}} txqueuelen 1000
MAC {{MAC:A4-5E-60-C8-12-9F}}
hwaddr {{MAC:a45e.60c8.129f}}
"mac": "{{MAC:a45e60c8129f}}"
OPENAI_API_KEY={{SECRET:sk-proj-<w:74>}}
key: {{SECRET:sk-ant-api03-<w:90>AA}}
{{SECRET:ghp_<a:36>}} leaked in the diff
token {{SECRET:github_pat_<a:22>_<a:59>}}
{{SECRET:glpat-<w:20>}}
aws_access_key_id = {{SECRET:AKIA<U:16>}}
aws_secret_access_key = {{SECRET:<b:40>}}
AWS_SESSION_TOKEN="{{SECRET:<b:120>}}"
{{SECRET:AIza<w:35>}}
{{SECRET:xoxb-<d:12>-<d:12>-<a:24>}}
https://hooks.slack.com/services/{{SECRET:T<U:8>/B<U:8>/<a:24>}}
{{SECRET:sk_live_<a:24>}}
stripe {{SECRET:rk_live_<a:24>}} webhook {{SECRET:whsec_<a:32>}}
{{SECRET:SG.<w:22>.<w:43>}}
{{SECRET:npm_<a:36>}}
pypi token {{SECRET:pypi-AgEIcHlwaS5vcmc<w:80>}}
{{SECRET:hf_<a:34>}} in the notebook
{{SECRET:dop_v1_<x:64>}}
{{SECRET:shpat_<x:32>}}
TWILIO {{SECRET:SK<x:32>}}
twilio_auth_token: {{SECRET:<x:32>}}
mailgun {{SECRET:key-<x:32>}}
DATADOG_API_KEY={{SECRET:<x:32>}}
{{SECRET:lin_api_<a:40>}}
{{SECRET:dapi<x:32>}}
{{SECRET:hvs.<w:90>}}
VAULT_TOKEN=s.{{SECRET:<a:24>}}
{{SECRET:figd_<w:40>}}
{{SECRET:gsk_<a:52>}} for groq
{{SECRET:r8_<a:37>}}
{{SECRET:pplx-<a:48>}}
{{SECRET:xai-<a:80>}}
telegram bot {{SECRET:<d:10>:AA<w:33>}}
discord token {{SECRET:M<a:23>.<w:6>.<w:38>}}
{{SECRET:EAACEdEose0cBA<a:120>}}
{{SECRET:ya29.<w:120>}}
{{SECRET:1//0<w:60>}} refresh token
{{SECRET:sq0atp-<w:22>}}
{{SECRET:NRAK-<U:27>}}
{{SECRET:glsa_<a:32>_<x:8>}}
{{SECRET:sntrys_<w:80>}}
{{SECRET:CFPAT-<w:43>}}
{{SECRET:AGE-SECRET-KEY-1<U:58>}}
{{SECRET:PMAK-<x:24>-<x:34>}}
{{SECRET:tskey-auth-<a:16>-<a:32>}}
{{SECRET:ATATT3xFfGF0<w:120>}}
{{SECRET:dckr_pat_<w:27>}}
{{SECRET:sbp_<x:40>}}
{{SECRET:fo1_<w:43>}}
{{SECRET:rubygems_<x:48>}}
AccountKey={{SECRET:<b:86>==}};EndpointSuffix=core.windows.net
postgres://app:{{SECRET:pQ7vX2mz}}@db.internal:5432/prod
DATABASE_URL=mysql://root:{{SECRET:s3cr3t!pw}}@10-0-0-5.local/app
mongodb+srv://svc:{{SECRET:Zx81mmQp}}@cluster0.example.mongodb.net/?retryWrites=true
redis://:{{SECRET:a8f7s6d5}}@cache:6379/0
amqp://guest2:{{SECRET:Hops99xx}}@mq.example.com:5672
https://ci:{{SECRET:<a:20>}}@git.example.com/app.git
Server=tcp:x.database.windows.net;User ID=sa;Password={{SECRET:Tr0ub4dor&3}};Encrypt=true
Authorization: Bearer {{SECRET:<w:64>}}
-H 'Authorization: Basic {{SECRET:YWRtaW46czNjcjN0UHc5OQ==}}'
Authorization: token {{SECRET:<x:40>}}
x-api-key: {{SECRET:<a:40>}}
Cookie: sessionid={{SECRET:<a:32>}}; theme=dark
Set-Cookie: connect.sid={{SECRET:s%3A<w:32>.<b:40>}}; Path=/
{{SECRET:eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsIm5hbWUiOiJ6In0.<w:43>}}
curl -u admin:{{SECRET:Wint3r-2024}} https://api.example.com/v1
password: {{SECRET:correct-Horse9}}
passwd={{SECRET:qwErty!77}}
the password is {{SECRET:Blue$Moon42}}
"client_secret":"{{SECRET:<w:36>}}"
db:\n  user: app\n  password: "{{SECRET:kD93!ffe}}"
const apiKey = '{{SECRET:<a:32>}}';
<password>{{SECRET:hJ88sk2p}}</password>
private_key: {{SECRET:<x:40>}}
-----BEGIN PRIVATE KEY-----\n{{SECRET:<b:64>\n<b:64>\n<b:40>}}\n-----END PRIVATE KEY-----
PIN code is {{SECRET:4821}}
https://api.example.com/v1/data?api_key={{SECRET:<a:32>}}&fmt=json
https://acct.blob.core.windows.net/c/f?sv=2022-11-02&sig={{SECRET:<a:43>%3D}}
ENV DB_PASS={{SECRET:m0ng00se_77}}
mysql -u root -p{{SECRET:hunter2Prod}} app
Ship to {{ADDRESS:88 Colin P Kelly Jr St}}, San Francisco
{{ADDRESS:4600 Silver Hill Rd}}, Suitland, MD 20746
{{ADDRESS:P.O. Box 4417}}, Reno NV
I live at {{ADDRESS:17 Rosebery Avenue}}, London EC1R 4SP
{{ADDRESS:Hauptstraße 12}}, 10827 Berlin
{{ADDRESS:Lange Nieuwstraat 44}}, Utrecht
{{ADDRESS:12 rue de la Paix}}, 75002 Paris
{{ADDRESS:Calle de Alcalá 42}}, Madrid
{{ADDRESS:Via Garibaldi 9}}, 00153 Roma
{{ADDRESS:Rua Augusta, 1508}}, São Paulo
{{ADDRESS:ul. Marszałkowska 10/16}}, Warszawa
{{ADDRESS:2/15 Kings Park Road}} West Perth WA 6005
{"line1":"{{ADDRESS:350 5th Ave Apt 12B}}","city":"New York"}
"""

NEGATIVE = r"""
order 10483920175 shipped
Order #W2378156 has 2 items
PO-2024-118832 approved
invoice INV-00048213 due 2024-12-01
tracking 1Z999AA10123456784
USPS 9400 1000 0000 0000 0000 00
FedEx 7712 3456 7890
ISBN 978-3-16-148410-0
ISBN-10: 0-306-40615-2
ISSN 2049-3630
DOI 10.1038/s41586-020-2649-2
arXiv:2106.09685v2
PMID 31978945
EAN 4006381333931
UPC 036000291452
SKU 4412-9981-22
version 10.15.7.1 build 19H15
v1.22.333-rc.4
python 3.11.4 (main, Jun  7 2023, 00:00:00)
Chrome/120.0.6099.109 Safari/537.36
lat 37.774929, lon -122.419416
51.5074° N, 0.1278° W
[-73.98513, 40.748817]
bbox=12.4923,41.8902,12.5123,41.9102
ts=1718031234567
1718031234
2024-06-10T14:53:54.123456Z
20240610T145354Z
10:22:31.441
Mon, 10 Jun 2024 14:53:54 GMT
06/10/2024 deadline
meeting on March 14, 2025 at 3pm
from 2019-01-01 to 2023-12-31
a3f5c7e91b2d4f6a8c0e1b3d5f7a9c1e
da39a3ee5e6b4b0d3255bfef95601890afd80709
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit 4b1f005 (HEAD -> main)
550e8400-e29b-41d4-a716-446655440000
{"id":"chatcmpl-8xYz12AbCdEfGhIjKlMnOpQrStUvW","object":"chat.completion","created":1718031234}
call_9fJk2LmN8pQrStUvWxYz1234
toolu_01A09q90qw90lq917835lq9
msg_013Zva2CMHLNnjNxs1Th4EFg
resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b
run_id=3f2a9c1b-77aa-4d10-9b3e-0f5e6d7c8b9a
request-id: req_011CSHoEeqs5C35K2UUqR7Fy
span 00f067aa0ba902b7 trace 4bf92f3577b34da6a3ce929d0e0e4736
traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
127.0.0.1:8080
0.0.0.0
255.255.255.0
localhost:5432
std::vector<int>::iterator
a::b::c
12:34:56
00:00:00
x = 3.14159265358979
1,234,567.89
$4,111.11
4.5e-10
0x7ffd5e8a1b20
#ff8800
rgb(255, 128, 0)
U+1F600
ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk
data:text/plain;base64,SGVsbG8sIFdvcmxkIQ==
integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7
flight UA1549 seat 22A gate C11
reservation JG7FMM
room 1204, floor 12
page 233 of 1024
chapter 12 section 3.4.5
score 98-102
2-1 win, 10-7-3 record
ratio 16:9
pi is 3.141592653589793238462643383279502884197
Fibonacci 1 1 2 3 5 8 13 21 34 55 89 144 233 377 610
1000 2000 3000 4000
4111 1111 1111 1112 fails
1234 5678 9012 3456
SELECT * FROM orders WHERE id = 4155552671;
for i in range(1000000000, 2000000000):
return 2147483647
-9223372036854775808
ERR-40312: retry after 3600 s
HTTP 404 in 1523ms
GET /api/v2/items/4155550100?page=2
https://example.com/articles/2024/06/10/title-1234567890
git@github.com:example/repo.git
user@host:~$ ls
foo@1.2.3
"react@18.2.0","@types/node@20.11.5"
@pytest.mark.parametrize
@dataclass(frozen=True)
logo@2x.png
image@sha256:9f86d081884c7d65
password must be at least 8 characters
password: ********
"password": "<redacted>"
set password_hash = bcrypt
api_key = os.environ["API_KEY"]
token=${TOKEN}
max_tokens: 4096
secret = get_secret(name)
Authorization: Bearer <token>
tokens: 1523 prompt, 210 completion
key_id: 7
apiKey: process.env.KEY
The author of the patch is right.
Street lights on Main were out.
10 Downing is a play
5 stars, 12 reviews
24 hours, 7 days
3 Way Street is an album
born to run
he was born in a small town
date of birth is required
phone number is required
call 911 for emergencies
Call method 3 times
call me at 5
IBAN is invalid
the routing number field
account balance 12345.67
account settings 2024
card games 1000
NPI lookup failed
patient 12 of 30
passport expired
license MIT
Licensed under Apache-2.0
mrn missing
temperature 98.6 F, BP 120/80, HR 72
dose 500 mg 2x daily
ICD-10 E11.9, CPT 99213
NDC 0002-8215-01
LOINC 2345-7
rs1234567
GENE BRCA1 c.5266dupC
CAS 7732-18-5
IPv4 and IPv6 are supported
10.0.0.0.1.2
1.2.3
2.0.0.1-beta
08:00 to 17:30
ab:cd:ef
0a:1b:2c
MAC and Linux
population 8,336,817
call 12 of 20: 555
555-1234-test
seed=20240610
epoch 1700000000 - 1700003600
port range 49152-65535
offset 0012345678
phone-like id 212-555
PRD-415-555-2671-X
job 20240610123456
pid 12345 tid 67890
md5(x) = 5d41402abc4b2a76b9719d911017c592
BTC 0.00012345
zip archive 12345
part no. 555-0100-22B
model iPhone14,2
RFC 7231, section 6.5.1
ISO 27001:2013
COVID-19 in 2020-21
the 1990-12-31 dataset split
row 12345678901 of 98765432109
counter 00000000000
[0.12345678, -0.98765432, 0.45678901]
node-7f9c8b6d5-x2k4q
i-0abcd1234ef567890
arn:aws:iam::123456789012:role/app
projects/123456789012/locations/us
user_id: mia_li_3668
sara_doe_496
credit_card_4421486
certificate_7815826
gift_card_2540
#W8855135
product 6086499569 item 8384507844
"""

#: Written after the rules had been changed for the rows above, before anything was run on these.
LATER = r"""
Signed, reach me via {{EMAIL:lena.vogt+orders@firma-nord.de}} any time
<td>{{EMAIL:priya.s@clinic.example.in}}</td><td>{{PHONE:+91 98201 55512}}</td>
user={{EMAIL:old_mail@host.example}};ip={{IP:198.51.100.200}};ua=curl/8.1.2
"from_email": "{{EMAIL:noreply.team@shop.example.se}}"
Tel {{PHONE:+420 601 123 456}}
mein Handy: {{PHONE:+49 160 9012 3456}}
Mon numéro est le {{PHONE:07 81 22 33 44}}
meu zap é {{PHONE:+55 (31) 98877-6655}}
{{PHONE:(604) 555-0142}} is the clinic
Her cell is {{PHONE:718-555-0163}}, call after 5
The patient's daughter can be reached on {{PHONE:0412 345 678}}
tel.nr. {{PHONE:010-1234567}}
Please ring {{PHONE:01632 960 983}}
telefon: {{PHONE:0532 123 45 67}}
{{PHONE:+1.415.555.0177}}
phone={{PHONE:%2B14155550123}}
{"mobile": "{{PHONE:9845012345}}"}
fax: {{PHONE:1 (800) 555-0199}}
dial-in {{PHONE:+1 646 558 8656}}, passcode {{SECRET:883412}}
SSN: {{SSN:412 88 3190}} verified
social {{SSN:412883190}}
{"ssn_last4": "{{SSN:3190}}"}
Card: {{CREDIT_CARD:4961471895160267}}, cvv {{SECRET:883}}
MC {{CREDIT_CARD:5110-5196-7792-0675}}
paid with card no. {{CREDIT_CARD:6011 0674 0689 9750}}
the Visa ending with {{CREDIT_CARD:0267}} please
IBAN: {{IBAN:DE05099418068544415461}}, BIC COBADEFF
{{IBAN:NL67ABNA0447320674}} t.n.v. mij
Compte {{IBAN:LU150010687620108649}}
Account No: {{BANK_ACCOUNT:7712003456}} IFSC {{BANK_ACCOUNT:HDFC0001234}}
ABA {{BANK_ACCOUNT:026009593}}
Kontonummer {{BANK_ACCOUNT:1234567890}}, BLZ {{~:10050000}}
NHS No. {{NHS:987 323 7046}}
My NHS number is {{NHS:8556495001}}
NPI: {{NPI:2942356280}} DEA: {{DEA:BX9313230}}
MRN #{{MRN:5520193}}
(MRN {{MRN:88-20-113}})
Patient ID: {{MRN:P-00912}}
med record no: {{MRN:0099123}}
Policy #: {{MRN:POL8812093}}
Group Number {{MRN:GRP-88121}}
UHID {{MRN:2023001192}}
DOB-{{DOB:07/22/1971}}
Date of Birth (MM/DD/YYYY): {{DOB:07/22/1971}}
b. {{DOB:22 July 1971}}
patient born {{DOB:July 22nd, 1971}}
"dob":"{{DOB:19710722}}"
né(e) le {{DOB:22 juillet 1971}}
nacido el {{DOB:22 de julio de 1971}}
CPF do titular: {{NATIONAL_ID:37975928330}}
NIF/NIE: {{NATIONAL_ID:Y8099719F}}
C.F. {{NATIONAL_ID:STGCMR68A19A355Y}}
N° sécu {{NATIONAL_ID:1 55 10 75 048 460 86}}
Steuer-IdNr.: {{NATIONAL_ID:91168157048}}
PESEL: {{NATIONAL_ID:42080116523}}
pnr {{NATIONAL_ID:980616-9588}}
CUIL {{NATIONAL_ID:20-64594636-8}}
NINO: {{NATIONAL_ID:JG 10 37 59 A}}
my SIN is {{NATIONAL_ID:550801039}}
AADHAAR: {{NATIONAL_ID:8875-8094-4956}}
CNP: {{NATIONAL_ID:2660919370113}}
EGN {{NATIONAL_ID:7501228819}}
AMKA {{NATIONAL_ID:20036674008}}
isikukood {{NATIONAL_ID:39103209155}}
Passport: {{PASSPORT:AB1234567}}
passport # {{PASSPORT:548812034}}
DL: {{DRIVER_LICENSE:F255-9215-0094}}
driver license no {{DRIVER_LICENSE:B8812034}}
Plate: {{VEHICLE_ID:8XYZ442}}
device serial {{DEVICE_ID:DMQX7712KL}}
IMEI: {{DEVICE_ID:359197073392111}}
src={{IP:203.0.113.45}} dst={{IP:10.0.12.9}} proto=tcp
Connection from {{IP:2001:db8:0:42::8a2e}} closed
gateway {{IP:192.168.1.254}}
MAC address: {{MAC:3C:22:FB:9A:01:7E}}
hw {{MAC:3c22.fb9a.017e}}
ANTHROPIC_API_KEY="{{SECRET:sk-ant-api03-<w:93>AA}}"
export GITHUB_TOKEN={{SECRET:ghs_<a:36>}}
"secretAccessKey": "{{SECRET:<b:40>}}"
api_token: {{SECRET:<a:40>}}
{{SECRET:sk-or-v1-<x:64>}}
{{SECRET:nvapi-<w:64>}}
{{SECRET:ops_eyJ<a:200>}}
{{SECRET:pscale_tkn_<w:43>}}
{{SECRET:eu01xx<x:32>NRAL}}
{{SECRET:xoxp-<d:11>-<d:11>-<d:12>-<x:32>}}
jdbc:postgresql://db:5432/app?user=app&password={{SECRET:Wx92kkq!}}
amqps://u:{{SECRET:<a:16>}}@rabbit.example.com/vh
sftp://backup:{{SECRET:Nightly-77}}@files.example.com
pwd: {{SECRET:Sommer2024!}}
Passwort: {{SECRET:Geheim#88}}
mot de passe : {{SECRET:Soleil-2024}}
la contraseña es {{SECRET:Luna$2024}}
my password is {{SECRET:tigerLily88}} and it fails
temp password {{SECRET:Xk92-pplQ}} was mailed
Your verification code is {{SECRET:481922}}
Authorization: ApiKey {{SECRET:<a:44>}}
X-Auth-Token: {{SECRET:<a:32>}}
refresh_token={{SECRET:<w:50>}}
{"access_token":"{{SECRET:<w:120>}}","expires_in":3600}
secret_key_base: {{SECRET:<x:128>}}
-----BEGIN OPENSSH PRIVATE KEY-----\n{{SECRET:<b:70>\n<b:50>}}\n-----END OPENSSH PRIVATE KEY-----
docker login -u ci -p {{SECRET:<a:20>}} registry.example.com
sshpass -p '{{SECRET:r00t!Pass}}' ssh root@host
wget --http-password={{SECRET:Kd8821xx}} https://files.example.com
net use z: \\srv\share /user:dom\bob {{SECRET:P@ssw0rd9}}
{{ADDRESS:742 Evergreen Terrace}}, Springfield
{{ADDRESS:Apt 4, 19 Harbour Road}}, Cork
{{ADDRESS:Musterweg 7a}}, 50667 Köln
{{ADDRESS:8 place Bellecour}}, Lyon
{{ADDRESS:Av. Paulista 1000}}
shipment 7712345678 weighs 12 kg
ticket #5550123 closed
build 20240611.4 took 415 s
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
the code is ready
password is required to continue
the key is unique
your token is invalid
secret is out
login is 2-step
the account 2024 budget
branch 12345678 merged
last 4 releases: 2024
last four digits matter
account for 1200 users
bank holiday 2024
call 3 functions 1000 times each
dial tone 440 Hz
<version>1.2.3</version><name>core</name>
<id>4155550100</id>
<value>4111111111111112</value>
task_live_status_update
cache-key-9f86d081884c7d659a2feaa0c55ad015
react-token-provider-component-library
primary_key_constraint_violation_error
test_secret_rotation_succeeds
id card template v2
national identity debate of 2016
RG 35mm film
run 12345678-9
kt 1000000000
{"nie":"none"}
personal code style
health card layout 2 3 4
"""

#: A third part in the same way, of everyday forms.
LATEST = r"""
Kindly email {{EMAIL:t.okafor@health-net.example.ng}} with the form
replyTo: "{{EMAIL:support+ticket-881@help.example.io}}",
Best number: {{PHONE:(206) 555-0148}} (mornings)
Phone/Fax: {{PHONE:503-555-0171}}/{{PHONE:503-555-0172}}
ph. {{PHONE:+61 2 5550 1234}}
mobile number {{PHONE:0491 570 156}}
{"homePhone":"{{PHONE:(512)555-0110}}"}
Número: {{PHONE:+52 1 55 5555 1234}}
call our Paris office, {{PHONE:+33 1 70 18 99 00}}
Tel. {{PHONE:030 23125 678}}
My cell changed, now {{PHONE:347 555 0139}}
contact_tel={{PHONE:9175550144}}
SSN ending {{SSN:4471}}, full {{SSN:219-09-9981}}
Patient SSN: {{SSN:219099981}}
soc sec no. {{SSN:219 09 9981}}
Please charge {{CREDIT_CARD:4539 1488 0343 6467}}, cvc {{SECRET:318}}
cc {{CREDIT_CARD:5425233430109903}} exp 04/29
"cardNumber": "{{CREDIT_CARD:3714-496353-98431}}"
DE bank: {{IBAN:DE89 3704 0044 0532 0130 00}}
Wire to IBAN {{IBAN:FR14 2004 1010 0505 0001 3M02 606}}.
account no. {{BANK_ACCOUNT:00482913377}}
acct number is {{BANK_ACCOUNT:6619004821}}
ABA # {{BANK_ACCOUNT:121000358}}
NHS {{NHS:943 476 5919}}
Pt. MRN-{{MRN:0093321}}
Medical record # {{MRN:MR-55120-9}}
MRN is {{MRN:4419920}}
Patient number: {{MRN:2291-004}}
health insurance ID {{MRN:ZGP882019331}}
Date of birth - {{DOB:5 May 1990}}
DOB={{DOB:1990-05-05}}
She was born on {{DOB:05/05/1990}}
Birth date: {{DOB:May 5 1990}}
passport number is {{PASSPORT:L898902C3}}
Driver licence number {{DRIVER_LICENSE:MORGA657054SM9IJ}}
plate number {{VEHICLE_ID:AB12 CDE}}
from {{IP:192.0.2.18}} port 52211 ssh2
peer=[{{IP:2001:db8:1::ab9:c0a8:102}}]:8443
link/ether {{MAC:52:54:00:12:ab:9f}} brd
GITLAB_TOKEN: {{SECRET:glpat-<w:20>}}
OPENAI key {{SECRET:sk-<a:48>}} was rotated
AWS_SECRET_ACCESS_KEY={{SECRET:<b:40>}}
"password" : "{{SECRET:N0t-s0-s3cret}}"
pg_dump postgresql://admin:{{SECRET:gR8!pass}}@10-1-2-3.db:5432/x
Bearer {{SECRET:eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhYmMifQ.<w:86>}}
session_token = "{{SECRET:<a:48>}}"
SLACK={{SECRET:xoxb-<d:12>-<d:12>-<a:24>}}
api-key: {{SECRET:<x:40>}}
client_secret={{SECRET:<a:32>}}&grant_type=client_credentials
Aadhaar: {{NATIONAL_ID:2341 2341 2346}}
DNI: {{NATIONAL_ID:12345678Z}}
CPF {{NATIONAL_ID:529.982.247-25}}
codice fiscale {{NATIONAL_ID:RSSMRA85T10A562S}}
NINO {{NATIONAL_ID:QQ 12 34 56 C}}
SIN: {{NATIONAL_ID:046 454 286}}
DEA# {{DEA:BB1388568}}
NPI number {{NPI:1234567893}}
IMEI {{DEVICE_ID:490154203237518}}
serial no. {{DEVICE_ID:FVFXC2ABCD12}}
"""


class Row(NamedTuple):
    """A text, its gold spans and the spans that do not count: `(start, end, label)`."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    neutral: tuple[tuple[int, int, str], ...]


_LOWER = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_ALPHABETS = {
    "a": _LOWER + _LOWER.upper() + _DIGITS,
    "x": "0123456789abcdef",
    "U": _LOWER.upper() + _DIGITS,
    "d": _DIGITS,
    "w": _LOWER + _LOWER.upper() + _DIGITS + "-_",
    "b": _LOWER + _LOWER.upper() + _DIGITS + "+/",
}
_DRAW = re.compile(r"<([axUdwb]):(\d+)>")
_MARK = re.compile(r"\{\{([A-Z_]+|~):(.*?)\}\}", re.S)


def drawn(line: str) -> str:
    """`line` with every `<alphabet:count>` drawn from a digest of the line and the place."""

    def draw(match: re.Match[str]) -> str:
        alphabet, count = _ALPHABETS[match.group(1)], int(match.group(2))
        stream = hashlib.shake_256(f"{line}|{match.start()}".encode()).digest(4 * count)
        return "".join(
            alphabet[int.from_bytes(stream[i : i + 4], "big") % len(alphabet)] for i in range(0, 4 * count, 4)
        )

    return _DRAW.sub(draw, line)


def parsed(line: str) -> Row:
    """A marked line as text and spans; a backslash and n stand for a line feed."""
    line = drawn(line).replace("\\n", "\n")
    text, at = "", 0
    spans: list[tuple[int, int, str]] = []
    neutral: list[tuple[int, int, str]] = []
    for match in _MARK.finditer(line):
        text += line[at : match.start()]
        label, value = match.groups()
        (neutral if label == "~" else spans).append((len(text), len(text) + len(value), label))
        text += value
        at = match.end()
    return Row(text + line[at:], tuple(spans), tuple(neutral))


def rows(part: str = "first") -> list[Row]:
    """The rows of a part: `first`, `later` or `latest`."""
    lines = {"first": POSITIVE + NEGATIVE, "later": LATER, "latest": LATEST}[part]
    return [parsed(line) for line in lines.splitlines() if line.strip()]
