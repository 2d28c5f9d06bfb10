"""Runs that several tests look at, and where the scenarios are."""

import os
from pathlib import Path

import pytest

import inflight

os.environ.setdefault("MPLBACKEND", "Agg")  # no test opens a window

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"topology": "star(hosts=5)", "flows": ["incast(senders=4, size=100KB)"]}


def pytest_configure(config):
    """Each warning of the program is an error, but where a test wants it."""
    config.addinivalue_line("filterwarnings", "error::inflight.InflightWarning")


@pytest.fixture
def root():
    """The checkout."""
    return ROOT


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Each test runs in an empty folder, and the program is that of the checkout."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("INFLIGHT", raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def hpcc(tmp_path_factory):
    """A small run under HPCC, with flows of many sizes."""
    return _mixed(tmp_path_factory, "hpcc")


@pytest.fixture(scope="session")
def dcqcn(tmp_path_factory):
    """The same flows under DCQCN."""
    return _mixed(tmp_path_factory, "dcqcn")


def _mixed(rooms, scheme):
    return inflight.run({"topology": "star(hosts=9)", "flows": ["poisson(load=0.5, sizes=fb-hadoop, duration=500us)"]}, scheme=scheme,
                        out=rooms.mktemp(scheme))
