"""Every real file, in every container it can stand in: identity gives back its very bytes."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from whole_run import run, tree

PACK: dict[str, tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]] = {
    ".gz": (gzip.compress, gzip.decompress),
    ".zst": (
        lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
        lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
    ),
    ".bz2": (bz2.compress, bz2.decompress),
    ".xz": (lambda data: lzma.compress(data, preset=1), lzma.decompress),
}
#: Files that hold no known container, with the reason.
NOT_READ = {
    "SOURCES.md": "text",
    "openinference/Arize-ai_openinference__python_out_console_exporter_TEXT_PLUS_JSON.json": "objects between text",
    "swe_agent_traj/SWE-agent_SWE-agent__BabyEncryption_77122b77_INVALID_JSON.traj": "an object that is no JSON",
}


def test_every_valid_file_comes_back_byte_for_byte(shared: Callable[..., Path], tmp_path: Path) -> None:
    traces = shared("traces")
    ran = run([traces], tmp_path / "out")
    assert {item["source"] for item in ran.manifest["skipped"]} == set(NOT_READ)
    assert not ran.dead_letters
    expected = {name: text for name, text in tree(traces).items() if name not in NOT_READ}
    assert tree(tmp_path / "out/traces") == expected


@pytest.mark.parametrize("range_bytes", [20, 3000, 100_000])
def test_and_whatever_the_ranges(shared: Callable[..., Path], tmp_path: Path, range_bytes: int) -> None:
    name = "codex_rollout/jazzyalex_agent-sessions__codex_large.jsonl"
    if range_bytes > 20:
        name = "openai_chat/sierra-research_tau-bench__MockRetailDomainEnv-few_shot.jsonl"
    path = shared("traces", *name.split("/"))
    run([path], tmp_path / "out", range_bytes=range_bytes)
    assert (tmp_path / "out/traces" / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("suffix", list(PACK))
def test_and_whatever_the_compression(shared: Callable[..., Path], tmp_path: Path, suffix: str) -> None:
    pack, unpack = PACK[suffix]
    originals = {}
    for path in sorted(shared("traces").rglob("*")):
        name = str(path.relative_to(shared("traces")))
        if path.is_file() and path.suffix != ".eval" and name not in NOT_READ and path.stat().st_size < 500_000:
            originals[name + suffix] = path.read_bytes()
            (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / (name + suffix)).write_bytes(pack(path.read_bytes()))
    assert len(originals) > 40
    ran = run([tmp_path / "in"], tmp_path / "out")
    assert not ran.dead_letters
    assert {name: unpack(data) for name, data in tree(tmp_path / "out/traces").items()} == originals


def test_half_of_the_records_stopped_leaves_the_other_half(shared: Callable[..., Path], tmp_path: Path) -> None:
    path = shared("traces", "openai_chat", "sierra-research_tau-bench__gpt-4o-airline.json")
    run([path], tmp_path / "out", drop=lambda record: record.frame.index % 2 == 0)  # type: ignore[union-attr,operator]
    left = json.loads((tmp_path / "out/traces" / path.name).read_bytes())
    assert left == json.loads(path.read_bytes())[1::2]
