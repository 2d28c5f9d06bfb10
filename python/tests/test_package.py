"""The package as others get it: installed without a network, its documentation and its example as they stand."""

import ast
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest


def test_it_installs_without_a_network(root, elsewhere):
    missing = [name for name in ("pip", "setuptools", "wheel") if find_spec(name) is None]
    if missing:
        pytest.skip(f"there is no {' and no '.join(missing)}")
    shutil.copytree(root / "python", elsewhere / "python", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check",
                    "--target", elsewhere / "site", "./python"], check=True, cwd=elsewhere)
    assert (elsewhere / "site" / "inflight" / "py.typed").exists()
    program = ("import inflight; print(inflight.__file__);"
               " print(inflight.run({'topology': 'star(hosts=5)', 'flows': 'incast(senders=4, size=10KB)'}).exit_code)")
    environment = {**os.environ, "PYTHONPATH": str(elsewhere / "site"), "INFLIGHT": str(root)}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, cwd=elsewhere, capture_output=True, text=True, check=True)
    assert ended.stdout == f"{elsewhere / 'site' / 'inflight' / '__init__.py'}\n0\n"


def test_it_needs_nothing_but_python(root, elsewhere):
    """Without what is optional, in an interpreter that sees no other package."""
    program = ("import inflight; run = inflight.run({'topology': 'star(hosts=5)', 'flows': 'incast(senders=4, size=10KB)'});"
               " print(len(run.flows), type(run.flows).__name__, run.query('SELECT count(*) AS n FROM flows'))")
    ended = subprocess.run([sys.executable, "-S", "-c", program], env={**os.environ, "PYTHONPATH": str(root / "python")}, cwd=elsewhere,
                           capture_output=True, text=True, check=True)
    assert ended.stdout == "4 list [{'n': 4}]\n"


def test_its_version_is_the_programs(root):
    ours = re.search(r'^version = "(.*)"$', (root / "python" / "pyproject.toml").read_text(), re.MULTILINE).group(1)
    theirs = re.search(r"<version>(.*?)(-SNAPSHOT)?</version>", (root / "pom.xml").read_text()).group(1)
    assert ours == theirs


def test_it_is_written_for_python_3_10(root):
    for file in (root / "python" / "inflight").glob("*.py"):
        ast.parse(file.read_text(), feature_version=(3, 10))


@pytest.fixture
def checkout(root, elsewhere):
    """A folder with the scenarios of the checkout, as its own has them."""
    (elsewhere / "scenarios").symlink_to(root / "scenarios")
    return elsewhere


def blocks(file):
    return re.findall(r"^```python\n(.*?)^```$", file.read_text(), re.MULTILINE | re.DOTALL)


def test_the_documentation_runs(root, checkout):
    """Its blocks one behind the other, as a reader would type them."""
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    written = blocks(root / "docs" / "python.md")
    assert len(written) > 5
    names = {}
    for number, block in enumerate(written, 1):
        exec(compile(block, f"docs/python.md, block {number}", "exec"), names)
    assert Path("slowdown.pdf").stat().st_size > 1000


def test_what_other_pages_show_runs(root, checkout):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    page = root / "python" / "README.md"
    written = blocks(page)
    assert written, page
    for block in written:
        exec(compile(block, str(page), "exec"), {})


def test_the_example_runs(root, checkout):
    pytest.importorskip("pandas")
    pytest.importorskip("matplotlib")
    ended = subprocess.run([sys.executable, root / "python" / "examples" / "hpcc_beside_dcqcn.py"], cwd=checkout,
                           env={**os.environ, "PYTHONPATH": str(root / "python"), "MPLBACKEND": "Agg"}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "hpcc" in ended.stdout and "dcqcn" in ended.stdout
    assert Path("hpcc-beside-dcqcn.png").stat().st_size > 1000
