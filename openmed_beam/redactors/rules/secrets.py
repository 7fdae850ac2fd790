"""The catalogue of secrets that show themselves by their shape: one row a kind of key, each with a fixed prefix.

Keys behind a name (`API_KEY=...`, `"password": "..."`) are found by `fields`, headers and URLs by `catalogue`.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import base64
import binascii
import re

from openmed_beam.redactors.rules import validators
from openmed_beam.redactors.rules.code_calls import CODE_RULES
from openmed_beam.redactors.rules.command_lines import COMMAND_RULES
from openmed_beam.redactors.rules.printed import PRINTED_RULES
from openmed_beam.redactors.rules.rule import Rule
from openmed_beam.redactors.rules.spoken import SPOKEN_RULES

_B = r"(?<![A-Za-z0-9_])"  # no letter, digit or _ before
_E = r"(?![A-Za-z0-9_])"
_W = "[A-Za-z0-9_-]"
_X = "[A-Za-z0-9]"
_H = "[0-9a-f]"


def _keyish(text: str, start: int, end: int) -> tuple[int, int] | None:
    body = text[start:end]
    tail = body.split("-", 1)[-1] if body.startswith("sk-") else body
    figures = sum(char.isdigit() for char in tail)
    return (start, end) if figures >= 2 and validators.keyish(tail) and len(set(tail)) >= 8 else None


def _varied(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    return (start, end) if len(set(value)) >= 8 and not validators.placeholder(value) else None


def _basic(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    return (start, end) if b":" in plain or validators.keyish(value) else None


def _bearer(text: str, start: int, end: int) -> tuple[int, int] | None:
    value = text[start:end]
    if validators.placeholder(value) or re.match(r"[a-z_]{3,20}=(?!=)", value):
        return None
    return (start, end) if validators.keyish(value) or (len(value) >= 16 and any(c.isdigit() for c in value)) else None


#: name, trigger, pattern, check, source
_SHAPES: tuple[tuple[str, str, str, str], ...] = (
    ("openai-style key", r"sk-[A-Za-z0-9_-]{16}", rf"(?<![A-Za-z0-9_-])sk-{_W}{{18,250}}", "keyish"),
    ("aws access key id", r"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{12}", rf"{_B}(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{{16}}{_E}", "varied"),
    ("github token", r"gh[pousr]_[A-Za-z0-9]{16}", rf"{_B}gh[pousr]_{_X}{{30,255}}", "varied"),
    ("github fine-grained token", r"github_pat_[A-Za-z0-9_]{16}", rf"{_B}github_pat_[A-Za-z0-9_]{{40,255}}", "varied"),
    ("gitlab token", r"gl(?:pat|dt|rt|ptt|soat|ft|imt|agent|cbt|ffct|oas)-[A-Za-z0-9_-]{12}", rf"{_B}gl(?:pat|dt|rt|ptt|soat|ft|imt|agent|cbt|ffct|oas)-{_W}{{18,100}}", "varied"),
    ("slack token", r"xox[abceoprs]-[A-Za-z0-9-]{8}", rf"{_B}xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{{10,250}}", "varied"),
    ("slack app token", r"xapp-[0-9]-[A-Z0-9]{4}", rf"{_B}xapp-[0-9]-[A-Za-z0-9-]{{16,200}}", "varied"),
    ("slack webhook", r"hooks\.slack\.com/[a-z]{3}", r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<v>[A-Za-z0-9/_-]{20,120})", ""),
    ("discord webhook", r"/api/webhooks/[0-9]{6}", rf"/api/webhooks/(?P<v>[0-9]{{15,20}}/{_W}{{40,100}})", ""),
    ("teams webhook", r"webhook\.office\.com/webhookb2/", r"webhook\.office\.com/webhookb2/(?P<v>[A-Za-z0-9@/-]{40,250})", ""),
    ("discord bot token", r"[MNO][A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.", rf"{_B}[MNO]{_W}{{22,26}}\.{_W}{{6}}\.{_W}{{27,45}}", "varied"),
    ("stripe key", r"[sr]k_(?:live_|test_|prod_)", rf"{_B}[sr]k_(?:live|test|prod)_{_X}{{10,250}}", "varied"),
    ("webhook secret", r"whsec_", rf"{_B}whsec_[A-Za-z0-9+/=]{{24,100}}", "varied"),
    ("google api key", r"AIza[A-Za-z0-9_-]{20}", rf"{_B}AIza{_W}{{33,40}}", "varied"),
    ("google oauth secret", r"GOCSPX-[A-Za-z0-9_-]{16}", rf"{_B}GOCSPX-{_W}{{20,40}}", "varied"),
    ("google oauth token", r"ya29\.[A-Za-z0-9_-]{16}", rf"{_B}ya29\.{_W}{{20,500}}", "varied"),
    ("google refresh token", r"1//0[A-Za-z0-9_-]{20}", rf"{_B}1//0{_W}{{30,120}}", "varied"),
    ("npm token", r"npm_[A-Za-z0-9]{20}", rf"{_B}npm_{_X}{{30,60}}", "varied"),
    ("pypi token", r"pypi-[A-Za-z0-9_-]{20}", rf"{_B}pypi-{_W}{{40,400}}", "varied"),
    ("rubygems key", r"rubygems_[0-9a-f]{16}", rf"{_B}rubygems_{_H}{{40,64}}", ""),
    ("hugging face token", r"(?:hf|api_org)_[A-Za-z0-9]{20}", rf"{_B}(?:hf|api_org)_{_X}{{28,60}}", "varied"),
    ("sendgrid key", r"SG\.[A-Za-z0-9_-]{16}", rf"{_B}SG\.{_W}{{16,32}}\.{_W}{{30,64}}", "varied"),
    ("twilio key", r"SK[0-9a-f]{16}", rf"{_B}SK{_H}{{32}}{_E}", ""),
    ("mailgun key", r"(?:key|pubkey)-[0-9a-f]{16}", rf"{_B}(?<!-)(?:pub)?key-{_H}{{32}}{_E}", ""),
    ("mailchimp key", r"[0-9a-f]{32}-us[0-9]", rf"{_B}{_H}{{32}}-us[0-9]{{1,2}}{_E}", ""),
    ("sendinblue key", r"xkeysib-[0-9a-f]{16}", rf"{_B}xkeysib-{_H}{{64}}-{_X}{{16}}", ""),
    ("databricks token", r"dapi[0-9a-f]{16}", rf"{_B}dapi{_H}{{32}}(?:-[0-9])?", ""),
    ("digitalocean token", r"do[opr]_v1_[0-9a-f]{16}", rf"{_B}do[opr]_v1_{_H}{{64}}", ""),
    ("shopify token", r"shp(?:at|ss|ca|pa|ua)_[0-9a-fA-F]{16}", rf"{_B}shp(?:at|ss|ca|pa|ua)_[0-9a-fA-F]{{32}}", ""),
    ("telegram bot token", r"[0-9]{8,10}:A[A-Za-z0-9_-]{20}", rf"(?<![A-Za-z0-9_/:.-])(?P<v>[0-9]{{8,10}}:A{_W}{{30,40}}){_E}|(?<=/bot)(?P<w>[0-9]{{8,10}}:A{_W}{{30,40}})", "varied"),
    ("groq key", r"gsk_[A-Za-z0-9]{20}", rf"{_B}gsk_{_X}{{40,64}}", "varied"),
    ("xai key", r"xai-[A-Za-z0-9]{20}", rf"{_B}xai-{_X}{{60,100}}", "varied"),
    ("perplexity key", r"pplx-[A-Za-z0-9]{20}", rf"{_B}pplx-{_X}{{40,64}}", "varied"),
    ("replicate token", r"r8_[A-Za-z0-9]{20}", rf"{_B}r8_{_X}{{30,50}}", "varied"),
    ("fireworks or together key", r"(?:fw|tgp_v1)_[A-Za-z0-9_-]{20}", rf"{_B}(?:fw|tgp_v1)_{_W}{{22,80}}", "varied"),
    ("elevenlabs key", r"sk_[0-9a-f]{20}", rf"{_B}sk_{_H}{{40,64}}{_E}", ""),
    ("langsmith key", r"ls(?:v2)?_(?:pt|sk)_[0-9a-f]{16}", rf"{_B}ls(?:v2)?_(?:pt|sk)_{_H}{{32}}(?:_{_H}{{10}})?", ""),
    ("linear key", r"lin_(?:api|oauth)_[A-Za-z0-9]{16}", rf"{_B}lin_(?:api|oauth)_{_X}{{32,64}}", "varied"),
    ("notion token", r"(?:ntn|secret)_[A-Za-z0-9]{24}", rf"{_B}(?:ntn_{_X}{{40,50}}|secret_{_X}{{43}}){_E}", "varied"),
    ("figma token", r"fig[dour]{1,2}_[A-Za-z0-9_-]{16}", rf"{_B}fig(?:d|ur?|o[rh]?)_{_W}{{36,60}}", "varied"),
    ("docker token", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{16}", rf"{_B}dckr_(?:pat|oat)_{_W}{{24,40}}", "varied"),
    ("sentry token", r"sntry[su]_[A-Za-z0-9+/=_-]{16}", rf"{_B}sntry[su]_[A-Za-z0-9+/=_-]{{40,300}}", "varied"),
    ("new relic key", r"NR(?:AK|JS|AA|II|BR|RA|IQ)-[A-Za-z0-9]{12}", rf"{_B}NR(?:AK|JS|AA|II|BR|RA|IQ)-{_X}{{19,40}}", "varied"),
    ("grafana token", r"gl(?:sa|c)_[A-Za-z0-9+/_=]{20}", rf"{_B}(?:glsa_{_X}{{32}}_[0-9A-Fa-f]{{8}}|glc_[A-Za-z0-9+/]{{32,400}}={{0,2}})", "varied"),
    ("vault token", r"hv[sbr]\.[A-Za-z0-9_-]{20}", rf"{_B}hv[sbr]\.{_W}{{24,300}}", "varied"),
    ("terraform token", r"\.atlasv1\.", rf"{_B}{_X}{{14}}\.atlasv1\.[A-Za-z0-9_=-]{{60,70}}", "varied"),
    ("doppler token", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{16}", rf"{_B}dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{{2,35}}\.)?{_X}{{40,44}}", "varied"),
    ("pulumi token", r"pul-[0-9a-f]{16}", rf"{_B}pul-{_H}{{40}}", ""),
    ("postman key", r"PMAK-[0-9a-f]{16}", rf"{_B}PMAK-{_H}{{24}}-{_H}{{34}}", ""),
    ("heroku key", r"HRKU-[A-Za-z0-9_-]{16}", rf"{_B}HRKU-{_W}{{30,70}}", "varied"),
    ("square token", r"sq0[a-z]{3}-[A-Za-z0-9_-]{20}", rf"{_B}sq0[a-z]{{3}}-{_W}{{22,50}}{_E}", "varied"),
    ("square access token", r"EAAA[A-Za-z0-9_-]{20}", rf"{_B}EAAA{_W}{{58,62}}{_E}", "varied"),
    ("facebook token", r"EAA[A-Za-z0-9]{60}", rf"{_B}EAA{_X}{{80,300}}{_E}", "varied"),
    ("airtable token", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{16}", rf"{_B}pat{_X}{{14}}\.{_H}{{64}}", ""),
    ("planetscale token", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{16}", rf"{_B}pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{{30,70}}", "varied"),
    ("supabase token", r"sb(?:p|_secret)_[A-Za-z0-9_-]{16}", rf"{_B}(?:sbp_{_H}{{40}}|sb_secret_{_W}{{24,60}})", "varied"),
    ("netlify token", r"nfp_[A-Za-z0-9]{20}", rf"{_B}nfp_{_X}{{36,44}}", "varied"),
    ("sonar token", r"sq[uap]_[0-9a-f]{20}", rf"{_B}sq[uap]_{_H}{{40}}", ""),
    ("jfrog key", r"AKCp[A-Za-z0-9]{30}", rf"{_B}AKCp{_X}{{60,90}}", "varied"),
    ("buildkite token", r"bk(?:ua|at|ai)_[A-Za-z0-9]{20}", rf"{_B}bk(?:ua|at|ai)_{_X}{{30,60}}", "varied"),
    ("circleci token", r"CCIP(?:AT|RJ)_[A-Za-z0-9_]{16}", rf"{_B}CCIP(?:AT|RJ)_[A-Za-z0-9_]{{40,100}}", "varied"),
    ("flutterwave key", r"FLWSECK[_-][A-Za-z0-9_-]{16}", rf"{_B}FLWSECK[_-]{_W}{{20,60}}", "varied"),
    ("razorpay key", r"rzp_(?:live|test)_[A-Za-z0-9]{12}", rf"{_B}rzp_(?:live|test)_{_X}{{14}}", "varied"),
    ("mapbox secret", r"sk\.eyJ[A-Za-z0-9_-]{20}", rf"{_B}sk\.eyJ{_W}{{30,120}}\.{_W}{{20,30}}", "varied"),
    ("adafruit key", r"aio_[A-Za-z0-9]{20}", rf"{_B}aio_{_X}{{28}}{_E}", "varied"),
    ("clojars token", r"CLOJARS_[a-z0-9]{20}", rf"{_B}CLOJARS_[a-z0-9]{{60}}", "varied"),
    ("dropbox token", r"sl\.(?:u\.)?[A-Za-z0-9_-]{6}", rf"{_B}sl\.(?:u\.)?{_W}{{100,400}}", "varied"),
    ("azure client secret", r"[0-9]Q~[A-Za-z0-9_.~-]{24}", r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,36}(?![A-Za-z0-9_~-])", "varied"),
    ("age secret key", r"AGE-SECRET-KEY-1[0-9A-Z]{16}", rf"{_B}AGE-SECRET-KEY-1[0-9A-Z]{{50,64}}", "varied"),
    ("prefect or supergood token", r"pn[ub]_[A-Za-z0-9]{24}", rf"{_B}pn[ub]_{_X}{{36}}{_E}", "varied"),
    ("1password service account", r"ops_eyJ[A-Za-z0-9_-]{16}", rf"{_B}ops_eyJ{_W}{{60,1200}}", "varied"),
    ("new relic license", r"[0-9a-f]{16}NRAL", rf"{_B}(?:eu[0-9]{{2}}xx)?{_H}{{30,40}}NRAL{_E}", ""),
    ("fly.io token", r"fo1_[A-Za-z0-9_-]{16}", rf"{_B}fo1_{_W}{{40,60}}", "varied"),
    ("tailscale key", r"tskey-[a-z]{3}", rf"{_B}tskey-(?:auth|api|client|scim|webhook)-{_X}{{8,24}}-{_X}{{16,48}}", "varied"),
    ("atlassian token", r"ATATT3[A-Za-z0-9_=-]{30}", rf"{_B}ATATT3[A-Za-z0-9_=-]{{60,300}}", "varied"),
    ("cloudflare origin key", r"v1\.0-[0-9a-f]{20}", rf"{_B}v1\.0-{_H}{{24}}-{_H}{{100,160}}", ""),
    ("nvidia key", r"nvapi-[A-Za-z0-9_-]{20}", rf"{_B}nvapi-{_W}{{60,70}}", "varied"),
    ("tavily or exa key", r"tvly-[A-Za-z0-9-]{16}", rf"{_B}tvly-(?:dev-|prod-)?{_X}{{24,40}}", "varied"),
    ("posthog key", r"ph[cx]_[A-Za-z0-9]{24}", rf"{_B}phx_{_X}{{40,50}}", "varied"),
    ("langfuse key", r"sk-lf-[0-9a-f]{8}", rf"{_B}sk-lf-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}", ""),
    ("contentful token", r"CFPAT-[A-Za-z0-9_-]{20}", rf"{_B}CFPAT-{_W}{{40,48}}", "varied"),
    ("dynatrace token", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{16}", rf"{_B}dt0[a-z][0-9]{{2}}\.[A-Z0-9]{{24}}\.[A-Z0-9]{{64}}", "varied"),
    ("aws session key", r"IQoJb3JpZ2lu[A-Za-z0-9+/]{20}", r"(?<![A-Za-z0-9+/])IQoJb3JpZ2lu[A-Za-z0-9+/=]{100,1500}", "varied"),
    ("bedrock key", r"ABSK[A-Za-z0-9+/]{40}", rf"{_B}ABSK[A-Za-z0-9+/]{{100,140}}={{0,2}}", "varied"),
    ("apify token", r"apify_api_", rf"{_B}apify_(?:api|proxy)_{_X}{{30,50}}", "varied"),
    ("firecrawl key", r"fc-[0-9a-f]{6}", rf"(?<![A-Za-z0-9_-])fc-{_H}{{32}}{_E}", ""),
    ("pinecone key", r"pcsk_", rf"{_B}pcsk_{_X}{{4,8}}_{_X}{{40,80}}", "varied"),
    ("okta token", r"SSWS ", rf"{_B}SSWS[ ](?P<v>00{_W}{{36,44}})(?![A-Za-z0-9_-])", "varied"),
    ("shippo token", r"shippo_", rf"{_B}shippo_(?:live|test)_{_H}{{40}}", ""),
    ("easypost key", r"EZ[AT]K", rf"{_B}EZ[AT]K{_X}{{54,60}}", "varied"),
    ("duffel token", r"duffel_", rf"{_B}duffel_(?:live|test)_{_W}{{40,60}}", "varied"),
    ("gitlab runner token", r"GR1348941", rf"{_B}GR1348941{_W}{{20,30}}", "varied"),
    ("mongodb service account secret", r"mdb_sa_", rf"{_B}mdb_sa_sk_{_W}{{30,60}}", "varied"),
    ("readme key", r"rdme_", rf"{_B}rdme_[a-z0-9]{{60,80}}", "varied"),
    ("sourcegraph token", r"sgp_", rf"{_B}sgp_(?:[0-9a-f]{{16}}_|local_)?{_H}{{40}}", ""),
    ("typeform token", r"tfp_", rf"{_B}tfp_{_W}{{40,80}}", "varied"),
    ("vercel token", r"vc[pkaoir]_", rf"{_B}vc[pkaoir]_{_X}{{24,80}}", "varied"),
    ("jina key", r"jina_", rf"{_B}jina_{_W}{{40,80}}", "varied"),
    ("cerebras key", r"csk-[a-z0-9]{6}", r"(?<![A-Za-z0-9_-])csk-[a-z0-9]{40,60}", "varied"),
    ("resend key", r"re_[A-Za-z0-9]{8}_", rf"{_B}re_{_X}{{8}}_{_X}{{20,30}}{_E}", "varied"),
    ("mailersend key", r"mlsn\.", rf"{_B}mlsn\.{_H}{{64}}", ""),
    ("brevo smtp key", r"xsmtpsib-", rf"{_B}xsmtpsib-{_H}{{64}}-{_X}{{16}}", ""),
    ("neon key", r"napi_", rf"{_B}napi_[a-z0-9]{{40,80}}", "varied"),
    ("browserbase key", r"bb_live_", rf"{_B}bb_live_{_W}{{20,50}}", "varied"),
    ("trigger.dev key", r"tr_(?:dev|prod|stg)_", rf"{_B}tr_(?:dev|prod|stg)_{_X}{{16,40}}", "varied"),
    ("inngest signing key", r"signkey-", rf"{_B}signkey-[a-z]{{2,10}}-{_H}{{32,64}}", ""),
    ("launchdarkly key", r"(?:sdk|api|mob)-[0-9a-f]{6}", rf"(?<![A-Za-z0-9_-])(?:sdk|api|mob)-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}{_E}", ""),
    ("honeycomb key", r"hca[il][ck]_", rf"{_B}hca[il][ck]_[a-z0-9]{{40,70}}", "varied"),
    ("axiom token", r"xa[ap]t-", rf"{_B}xa[ap]t-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}", ""),
    ("render key", r"rnd_[A-Za-z0-9]{6}", rf"{_B}rnd_{_X}{{28,40}}{_E}", "varied"),
    ("deno token", r"dd[pwo]_[A-Za-z0-9]{6}", rf"{_B}dd[pwo]_{_X}{{36,50}}{_E}", "varied"),
    ("cloudflare token", r"cf[aou]t_", rf"{_B}cf[aou]t_{_W}{{36,60}}", "varied"),
    ("fly.io macaroon", r"fm2_", rf"{_B}fm2_[A-Za-z0-9+/=_-]{{60,1200}}", "varied"),
    ("alibaba access key id", r"LTAI", rf"{_B}LTAI{_X}{{12,26}}{_E}", "varied"),
    ("tencent secret id", r"AKID", rf"{_B}AKID{_X}{{28,40}}{_E}", "varied"),
    ("yandex key", r"AQVN|YC[A-Z]{2}", rf"{_B}(?:AQVN{_W}{{34,40}}|YC[A-Z]{{2}}{_W}{{30,40}}){_E}", "varied"),
    ("hubspot token", r"pat-[a-z]{2}[0-9]-", rf"{_B}pat-[a-z]{{2}}[0-9]-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}", ""),
    ("clickup token", r"pk_[0-9]{6}", rf"{_B}pk_[0-9]{{6,10}}_[A-Z0-9]{{32}}{_E}", "varied"),
    ("klaviyo key", r"pk_[0-9a-f]{6}", rf"{_B}pk_{_H}{{34}}{_E}", ""),
    ("trello or bitbucket token", r"AT(?:TA|BB|CTT3)", rf"{_B}AT(?:TA|BB|CTT3){_W}{{28,250}}", "varied"),
    ("woocommerce key", r"c[ks]_[0-9a-f]{6}", rf"{_B}c[ks]_{_H}{{40}}{_E}", ""),
    ("paypal access token", r"access_token\$", rf"access_token\$(?:production|sandbox)\$[a-z0-9]{{16}}\${_H}{{32}}", ""),
    ("plaid access token", r"access-(?:sandbox|production|development)-", rf"{_B}access-(?:sandbox|production|development)-{_H}{{8}}-{_H}{{4}}-{_H}{{4}}-{_H}{{4}}-{_H}{{12}}", ""),
    ("salesforce session", r"00D[A-Za-z0-9]{6}", rf"{_B}00D{_X}{{12}}![A-Za-z0-9_.]{{60,120}}", "varied"),
    ("stytch secret", r"secret-(?:live|test)-", rf"{_B}secret-(?:live|test)-{_W}{{30,60}}", "varied"),
    ("google cloud oauth client id secret", r"4/0A", rf"(?<![A-Za-z0-9_/])4/0A{_W}{{60,100}}", "varied"),
)  # fmt: skip

_CHECKS = {"keyish": _keyish, "varied": _varied, "": None}


def _shape_rules() -> tuple[Rule, ...]:
    rules = []
    for name, trigger, pattern, check in _SHAPES:
        late = name in (
            "terraform token",
            "azure client secret",
            "new relic license",
        )  # their trigger lies inside the match
        rules.append(
            Rule(
                name,
                "SECRET",
                (re.sub(r"\{\d\d\}$", "{6}", trigger),),
                pattern,
                check=_CHECKS[check],
                rank=90,
                spread=True,
                back=60,
                width=120 if late else 1600,
                head="" if late else trigger,
                source="vendor's key format",
            )
        )
    return tuple(rules)


_B64URL = "[A-Za-z0-9_-]"

STRUCTURED: tuple[Rule, ...] = (
    Rule(
        "json web token", "SECRET", (r"eyJ[A-Za-z0-9_-]{6}",),
        rf"(?<![A-Za-z0-9_-])eyJ{_B64URL}{{6,1500}}+\.{_B64URL}{{6,6000}}+\.(?:{_B64URL}{{6,1500}}+(?:\.{_B64URL}{{6,6000}}+\.{_B64URL}{{6,200}}+)?)?",
        rank=90, spread=True, back=12, width=17000, head="eyJ", source="RFC 7519",
    ),
    Rule(
        "bearer header", "SECRET", tuple(rf"{word}\s{{1,3}}[\"'\\A-Za-z0-9_~+/.=|:-]" for word in ("bearer", "bearer:", "token", "apikey", "negotiate")),
        r"(?ai:(?:(?<![A-Za-z0-9])bearer:?|authorization[\"'\\]{0,3}\]?\s{0,3}[:=,]\s{0,3}[\"'\\]{0,3}\s{0,3}(?:token|apikey|negotiate|bearer))\s{1,3})"
        r"[\"'\\]{0,2}(?P<v>[A-Za-z0-9_~+/.=|:-]{8,4000})",
        check=_bearer, rank=88, spread=True, back=60, width=4080, caseless=True,
        head=r"(?ai:bearer|authorization)", source="RFC 6750",
    ),
    Rule(
        "basic header", "SECRET", (r"basic\s",),
        r"(?ai:(?<![A-Za-z0-9])basic\s{1,3})(?P<v>[A-Za-z0-9+/]{6,400}={0,2})(?![A-Za-z0-9+/=_-])",
        check=_basic, rank=88, spread=True, width=420, caseless=True, exact=True, source="RFC 7617",
    ),
    Rule(
        "credentials in a url", "SECRET", ("://",),
        r"(?<=://)[^\s/@\"'<>:]{0,64}:(?P<v>[^\s@\"'<>]{1,128}?)@(?=[A-Za-z0-9_\[$({.%-])",
        check=lambda t, s, e: None if _url_placeholder(t[s:e]) else (s, e),
        near="at", rank=87, spread=False, back=72, width=200, source="RFC 3986, 3.2.1",
    ),
    Rule(
        "azure key in a connection string", "SECRET", (r"(?:AccountKey|SharedAccessKey|SharedSecretValue)=",),
        r"(?:AccountKey|SharedAccessKey|SharedSecretValue)=(?P<v>[A-Za-z0-9+/]{20,120}={0,2})",
        check=_varied, rank=89, spread=True, back=30, width=160, source="Azure Storage connection strings",
    ),
    Rule(
        "signature in a url", "SECRET", (r"[^A-Za-z0-9_-]sig=[A-Za-z0-9%+/=_~.-]", r"[?&;](?:X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|signature)=[A-Za-z0-9%+/=_~.-]{12}"),
        r"(?:(?<=[?&;])(?ai:X-Amz-Signature|X-Amz-Security-Token|X-Goog-Signature|signature)|(?<![A-Za-z0-9_-])(?ai:sig))=(?P<v>[A-Za-z0-9%+/=_~.-]{24,2000})",
        check=_varied, rank=89, back=50, width=2040, caseless=True,
        head="(?ai:sig|x-)", source="pre-signed URLs",
    ),
    Rule(
        "session cookie", "SECRET", tuple(rf"{word}[A-Za-z0-9._-]{{0,30}}=[^\s]" for word in ("sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "remember")),
        r"(?ai:(?:sess|sid|auth|token|jwt|csrf|xsrf|remember)[A-Za-z0-9._-]{0,30})=(?P<v>[^\s;,\"'\\]{8,2000})",
        check=lambda t, s, e: (s, e) if _in_cookie(t, s) and validators.keyish(t[s:e]) else None,
        rank=85, back=40, width=2040, caseless=True, head="(?ai:sess|sid|auth|token|jwt|csrf|xsrf|remember)", source="RFC 6265",
    ),
    Rule(
        "secret beside its access key", "SECRET", (r"(?:AKIA|ASIA)[A-Z0-9]{6}",),
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}[\s\"',;:/|-]{1,6}(?P<v>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])",
        check=lambda t, s, e: (s, e) if _varied(t, s, e) else None, rank=89, spread=True, back=24, width=72, source="AWS",
    ),
    Rule(
        "unknown vendor's key", "SECRET", (r"[^A-Za-z0-9](?:[a-z0-9]{1,12}[_-]){0,2}(?:sk|pat|tok|token|secret|apikey|live|priv|rk|key)[_-](?:[a-z0-9]{1,8}[_-])?[A-Za-z0-9]{12}",),
        r"(?<![A-Za-z0-9_/.-])(?P<v>(?:[a-z0-9]{1,12}[_-]){0,2}(?:sk|pat|tok|token|secret|apikey|live|priv|rk|key)[_-](?:[a-z0-9]{1,8}[_-])?[A-Za-z0-9]{24,200})(?![A-Za-z0-9_.-])",
        check=lambda t, s, e: (s, e) if _random_tail(t[s:e]) else None, rank=82, spread=True, back=60, width=250, source="shape of keys in general",
    ),
)  # fmt: skip


def _random_tail(value: str) -> bool:
    """The long end of a key is drawn: mixed case with digits, or 32 hexadecimal digits and more."""
    tail = re.split("[_-]", value)[-1]
    if re.fullmatch("[0-9a-f]{32,}", tail):
        return len(set(tail)) >= 8 and re.search("(?:^|[_-])key[_-]", value) is None
    return (sum(char.isdigit() for char in tail) >= 2 and any(char.isupper() for char in tail)
            and any(char.islower() for char in tail) and validators.entropy(tail) >= 3.5)  # fmt: skip


_FAKE_URL = frozenset("pass password pwd pw secret token user username x xxx xxxx port changeme passwd".split())


def _url_placeholder(value: str) -> bool:
    if value.lower() in _FAKE_URL or value[:1] in "$<{%*[" or not value.strip("*x.-_"):
        return True
    return value.isdigit() and len(value) < 4


def _in_cookie(text: str, start: int) -> bool:
    low = max(0, start - 640)
    line = text[low:start].rpartition("\n")[2].lower()
    return "cookie" in line and (start < 2 or text[start - 1] == "=")


SHAPE_RULES = _shape_rules()
SECRET_RULES = SHAPE_RULES + STRUCTURED + SPOKEN_RULES + CODE_RULES + COMMAND_RULES + PRINTED_RULES
