"""Bytes that a thread beside takes."""

from __future__ import annotations

import errno
import hashlib
import threading

import pytest

from openmed_beam.corpus.beside import Beside
from openmed_beam.corpus.writing import LinePartWriter

MB = 1 << 20


def test_all_bytes_come_in_order() -> None:
    digest, whole = hashlib.sha256(), hashlib.sha256()
    beside = Beside(digest.update)
    for number in range(100):
        block = bytes([number]) * (number * 1000)
        whole.update(block)
        beside.put(block)
        if number % 40 == 0:
            beside.finish()
    beside.finish()
    beside.stop()
    assert digest.digest() == whole.digest()


def test_a_short_stream_gets_no_thread_and_a_long_one_gives_it_back() -> None:
    threads: list[str] = []
    beside = Beside(lambda _: threads.append(threading.current_thread().name))
    beside.put(b"x" * 1000)
    beside.finish()
    assert threads == [threading.current_thread().name]
    before = threading.active_count()
    beside.put(b"x" * MB)
    beside.finish()
    assert threads[1] != threads[0]
    beside.stop()
    assert threading.active_count() == before


def test_large_blocks_wait_for_each_other() -> None:
    """No more than some MB are held: a block beyond that is taken only when the one before it is done."""
    go, under_way = threading.Semaphore(0), []

    def take(data: bytes) -> None:
        under_way.append(len(data))
        go.acquire()

    beside = Beside(take)
    beside.put(b"x" * 5 * MB)
    second = threading.Thread(target=beside.put, args=(b"y" * 5 * MB,))
    second.start()
    assert second.is_alive()
    assert len(under_way) <= 1
    go.release(2)
    second.join()
    beside.finish()
    beside.stop()
    assert under_way == [5 * MB, 5 * MB]


def test_an_error_is_raised_where_bytes_are_put_or_at_the_end() -> None:
    def full(_: bytes) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    beside = Beside(full)
    beside.put(b"x" * 3 * MB)
    with pytest.raises(OSError, match="no space"):
        beside.put(b"x" * 3 * MB)
    beside.stop()
    beside = Beside(full)
    beside.put(b"x" * MB)
    with pytest.raises(OSError, match="no space"):
        beside.finish()
    beside.stop()


def test_a_part_that_is_given_up_leaves_no_file_and_no_thread(tmp_path: object) -> None:
    before = threading.active_count()
    writer = LinePartWriter(str(tmp_path))
    for _ in range(5):
        writer.write("000000-00000", b"x" * MB)
    writer.abort()
    assert threading.active_count() == before
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]  # type: ignore[attr-defined]
