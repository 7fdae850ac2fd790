"""Bytes of a stream that a thread beside takes, while the one that reads or writes them goes on.

Digests and system calls let other threads run, so on a machine with a core to spare they cost no time. A thread that
comes back from them waits for its turn, up to some ms: it is given a MB at a time, and short streams get no thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

#: Bytes that are handed over at a time, and those that may wait for their turn.
_HANDFUL, _WAITING = 1 << 20, 3 << 20


class Beside:
    """Gives the bytes of a stream to a function, in order, and in handfuls.

    Args:
        take: called with bytes, by one thread at a time; what it raises is raised by a later `put` or by `finish`.
        at_once: take bytes as they are put, without a thread: for a file that workers share, who leave no core idle.
    """

    def __init__(self, take: Callable[[bytes], object], *, at_once: bool = False) -> None:
        self._take = take
        self._at_once = at_once
        self._held: list[bytes] = []
        self._size = 0
        self._thread: ThreadPoolExecutor | None = None
        self._handed: deque[tuple[int, Future[object]]] = deque()
        self._waiting = 0

    def put(self, data: bytes) -> None:
        """Adds bytes, which must not change any more; waits where too many have been handed over."""
        if self._at_once:
            self._take(data)
            return
        self._held.append(data)
        self._size += len(data)
        if self._size < _HANDFUL:
            return
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "beside")
        while self._handed and (self._waiting + self._size > _WAITING or self._handed[0][1].done()):
            self._settle()
        self._handed.append((self._size, self._thread.submit(self._take_all, self._held)))
        self._waiting += self._size
        self._held, self._size = [], 0

    def finish(self) -> None:
        """Returns when all has been taken; more may be put then."""
        while self._handed:
            self._settle()
        if self._held:
            held, self._held, self._size = self._held, [], 0
            self._take_all(held)

    def stop(self) -> None:
        """Forgets what has not been taken, and returns when nothing is under way."""
        self._held, self._size = [], 0
        self._handed.clear()
        self._waiting = 0
        if self._thread is not None:
            self._thread.shutdown(cancel_futures=True)
            self._thread = None

    def _settle(self) -> None:
        size, done = self._handed.popleft()
        self._waiting -= size
        done.result()

    def _take_all(self, blocks: list[bytes]) -> None:
        self._take(blocks[0] if len(blocks) == 1 else b"".join(blocks))
