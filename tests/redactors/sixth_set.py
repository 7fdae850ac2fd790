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
    return [parsed(line) for line in (MISSED + CLEAN).splitlines() if line.strip()]
