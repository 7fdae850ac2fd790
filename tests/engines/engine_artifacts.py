"""Where the engines are had: Prism built by Go, the job servers of Flink and Spark as folders of jars by Maven.

    python tests/engines/engine_artifacts.py [prism] [flink] [spark]     fetch and print where each stands

Everything is kept outside the checkout, below OPENMED_BEAM_ENGINES (default ~/.cache/openmed-beam/engines), and is
fetched once. What cannot be had raises `NotToBeHad` with the reason in one line.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent

#: Prism of the SDK's own version, for the pipeline protocol is that of the SDK.
PRISM = "github.com/apache/beam/sdks/v2/go/cmd/prism"

FLINK_JOB_SERVER = "org.apache.beam.runners.flink.FlinkJobServerDriver"
SPARK_JOB_SERVER = "org.apache.beam.runners.spark.SparkJobServerDriver"

#: Packages of the JDK that Flink, Spark and Beam reach into by reflection, which Java 17 must be told to allow.
OPENED = tuple(
    f"java.base/{package}"
    for package in (
        *(f"java.{name}" for name in ("io", "lang", "lang.invoke", "lang.reflect", "net", "nio", "text", "time")),
        *(f"java.util{name}" for name in ("", ".concurrent", ".concurrent.atomic", ".concurrent.locks")),
        *(f"sun.{name}" for name in ("nio.ch", "nio.cs", "security.action", "util.calendar")),
    )
)

#: Seconds that a fetch may take; the first build of Prism compiles all of gRPC.
LONGEST = 900


class NotToBeHad(Exception):
    """An engine that this machine cannot have; the message says why in one line."""


def home() -> Path:
    """Where the engines are kept."""
    named = os.environ.get("OPENMED_BEAM_ENGINES")
    return Path(named).expanduser() if named else Path.home() / ".cache" / "openmed-beam" / "engines"


def prism() -> Path:
    """The Prism binary."""
    wanted = version("apache-beam")
    folder = home() / f"prism-{wanted}"
    binary = folder / "prism"
    with _alone("prism"):
        if not binary.exists():
            environment = {"GOBIN": str(folder), "GOFLAGS": "-p=2", "CGO_ENABLED": "0"}
            _run(["go", "install", f"{PRISM}@v{wanted}"], environment)
    return binary


def flink_jars() -> Path:
    """The folder of jars of Flink and its job server."""
    return _jars("flink")


def spark_jars() -> Path:
    """The folder of jars of Spark and its job server."""
    return _jars("spark")


def flink_job_server() -> Path:
    """An executable jar for `--flink_job_server_jar`."""
    return _executable(flink_jars(), FLINK_JOB_SERVER)


def spark_job_server() -> Path:
    """An executable jar for `--spark_job_server_jar`."""
    return _executable(spark_jars(), SPARK_JOB_SERVER)


def java() -> str:
    """The Java launcher."""
    return _program("java")


def add_opens() -> list[str]:
    """`OPENED` as options of the Java launcher."""
    return [f"--add-opens={package}=ALL-UNNAMED" for package in OPENED]


def versions() -> dict[str, str]:
    """Versions of what is there, by name; nothing is fetched for it."""
    found = {"apache-beam": version("apache-beam"), "python": sys.version.split()[0]}
    if shutil.which("java"):
        text = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
        found["java"] = text.partition("\n")[0]
    if (home() / f"prism-{version('apache-beam')}" / "prism").exists():
        found["prism"] = version("apache-beam")
    for engine, jars in (("flink", "flink-runtime-*.jar"), ("spark", "spark-core_*.jar")):
        for path in _folder(engine).glob(f"jars/{jars}"):
            found[engine] = path.stem.rpartition("-")[2]
        for path in _folder(engine).glob(f"jars/beam-runners-{engine}-*.jar"):
            found[f"beam runner of {engine}"] = path.stem.rpartition("-")[2]
    return found


def _folder(engine: str) -> Path:
    pom = (HERE / engine / "pom.xml").read_text(encoding="utf-8")
    number = re.search(r"<beam.runner>(.+?)</beam.runner>", pom)
    assert number is not None
    return home() / f"{engine}-{number[1]}"


def _jars(engine: str) -> Path:
    java()
    jars = _folder(engine) / "jars"
    with _alone(engine):
        if not jars.exists():
            partial = jars.with_name("jars.partial")
            shutil.rmtree(partial, ignore_errors=True)
            pom = str(HERE / engine / "pom.xml")
            _run(["mvn", "-B", "-q", "-f", pom, "dependency:copy-dependencies", f"-DoutputDirectory={partial}"], {})
            partial.rename(jars)
    return jars


def _executable(jars: Path, main_class: str) -> Path:
    """A jar of nothing but a manifest, which names the jars of the folder, the main class and what Java must open."""
    target = jars.parent / "job-server.jar"
    headers = {
        "Manifest-Version": "1.0",
        "Main-Class": main_class,
        "Add-Opens": " ".join(OPENED),
        "Class-Path": " ".join(path.as_uri() for path in sorted(jars.glob("*.jar"))),
    }
    lines = "".join(_folded(f"{name}: {value}") for name, value in headers.items())
    passing = target.with_suffix(f".{os.getpid()}.tmp")
    with zipfile.ZipFile(passing, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", lines + "\r\n")
    passing.replace(target)
    return target


def _folded(line: str) -> str:
    """A header of a manifest: no line of it is longer than 72 bytes, those after the first begin with a blank."""
    pieces = [line[:70], *(f" {line[at : at + 69]}" for at in range(70, len(line), 69))]
    return "".join(f"{piece}\r\n" for piece in pieces)


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NotToBeHad(f"{name} is not on the PATH")
    return found


def _run(command: list[str], environment: dict[str, str]) -> None:
    program = _program(command[0])
    try:
        done = subprocess.run(
            [program, *command[1:]],
            env={**os.environ, **environment},
            cwd=home(),
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotToBeHad(f"{command[0]} was not done after {LONGEST} s") from None
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        error = next((line for line in said if "ERROR" in line), said[-1] if said else "")
        raise NotToBeHad(f"{command[0]} failed with status {done.returncode}: {error.strip()[:300]}")


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """One fetch of an engine at a time, whatever number of test runs there are."""
    home().mkdir(parents=True, exist_ok=True)
    with open(home() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(names: Sequence[str]) -> int:
    """Fetch engines and print where each stands; gives 1 if one cannot be had."""
    status = 0
    for name in names or ("prism", "flink", "spark"):
        try:
            place = {"prism": prism, "flink": flink_job_server, "spark": spark_job_server}[name]()
            print(f"{name}: {place}")
        except NotToBeHad as error:
            print(f"{name}: not to be had: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
