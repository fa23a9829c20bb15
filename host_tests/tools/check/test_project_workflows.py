"""The workflows and issue forms in .github: what they run and name exists."""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sixpip.rules.rulebook.variants import VARIANTS
from tools import ROOT
from tools.check.emulator import image
from tools.targets import BY_NAME

GITHUB = ROOT / ".github"
WORKFLOWS = {path.name: path.read_text(encoding="utf-8") for path in sorted((GITHUB / "workflows").glob("*.yml"))}
FORMS = {path.name: path.read_text(encoding="utf-8") for path in sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.yml"))}


def test_the_job_that_may_write_runs_no_code_of_the_repository() -> None:
    publish = WORKFLOWS["release.yml"].partition("\n  publish:\n")[2]
    assert "contents: write" in publish and "needs: [ci, files]" in publish
    assert "checkout" not in publish and "make" not in publish and "python" not in publish


def test_ci_fetches_the_image_that_the_tests_on_the_emulated_pico_look_for() -> None:
    text = WORKFLOWS["ci.yml"]
    assert f"IMAGE: {image.CACHED_NAME}\n" in text
    assert image.ADDRESS.replace(image.CACHED_NAME, "$IMAGE") in text
    assert f"{image.VARIABLE}=" in text


@pytest.mark.usefixtures("emulator")
def test_the_checksum_in_the_workflow_is_that_of_the_image() -> None:
    if image.find_image().name != image.CACHED_NAME:
        pytest.skip("MicroPython's image is another one: unset SIXPIP_UF2.")
    digest = hashlib.sha256(image.find_image().read_bytes()).hexdigest()
    assert f"SHA256: {digest}\n" in WORKFLOWS["ci.yml"]


def test_the_release_has_exactly_the_files_of_make_release() -> None:
    text = WORKFLOWS["release.yml"]
    assert 'run: make release TAG="$GITHUB_REF_NAME"' in text
    assert re.findall(r"\bdist/\S*", text) == [
        "dist/release",
        "dist/release-notes.md",
        "dist/release",
        "dist/release/*",
        "dist/release-notes.md",
    ]
    assert BY_NAME["release"].commands[-1] == "-m tools.publish.release"


def test_every_target_in_the_workflows_and_forms_exists() -> None:
    text = "\n".join([*WORKFLOWS.values(), *FORMS.values()])
    named = set(re.findall(r"(?:run: |`)make ([a-z0-9-]+)", text)) | set(re.findall(r"sixpip\.py ([a-z0-9-]+)", text))
    assert {"release", "doctor", "backup", "demo"} <= named
    assert named <= set(BY_NAME)


def test_every_file_that_a_form_names_exists() -> None:
    named = {
        name
        for text in FORMS.values()
        for name in re.findall(r"\b((?:hardware/|firmware/)?[A-Z]+\.md)\b", text)
        if not (ROOT / "hardware" / name).is_file()
    }
    assert named
    for name in named:
        assert (ROOT / name).is_file(), name


def test_the_form_for_rules_offers_every_game() -> None:
    options = re.findall(r"^        - (.*)$", FORMS["rules.yml"], re.MULTILINE)
    assert options == [*(variant.title for variant in VARIANTS), "A variant of my own"]


@pytest.mark.parametrize("compiler", ["missing", "without the headers of Python"])
def test_ci_ends_at_once_where_the_emulated_pico_would_be_slow(tmp_path: Path, compiler: str) -> None:
    """.ci/run on a computer on which it may not install a C compiler."""
    for name in ("bash", "dirname"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    stubs = {
        "make": "echo started; exit 1",
        "chromium": "",
        "id": "echo 1000",
        "python3": f'exec "{sys.executable}" "$@"',
    }
    stubs |= {} if compiler == "missing" else {"cc": "exit 1"}
    for name, line in stubs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [str(tmp_path / "bash"), str(ROOT / ".ci" / "run")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "started" not in done.stdout
    assert re.fullmatch("This machine lacks gcc libc6-dev python3-dev: install them, .*\n", done.stderr)
