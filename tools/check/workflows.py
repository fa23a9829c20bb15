"""Checks the workflows and issue forms in .github: their schemas (check-jsonschema) and their security (zizmor)."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tools import ROOT
from tools.terminal import command

_WORKFLOWS = ".github/workflows/*.yml"
_TEMPLATES = ".github/ISSUE_TEMPLATE/*.yml"
_CONFIG = "config.yml"


def commands(root: Path = ROOT) -> list[list[str]]:
    """The commands that check the files below `root`; each exits with 0 when there is no finding."""
    workflows = sorted(root.glob(_WORKFLOWS))
    templates = sorted(root.glob(_TEMPLATES))
    schemas = {
        "vendor.github-workflows": workflows,
        "custom.github-workflows-require-timeout": workflows,
        "vendor.github-issue-forms": [path for path in templates if path.name != _CONFIG],
        "vendor.github-issue-config": [path for path in templates if path.name == _CONFIG],
    }
    checker = [sys.executable, "-m", "check_jsonschema", "--verbose", "--builtin-schema"]
    lines = [[*checker, schema, *map(str, files)] for schema, files in schemas.items() if files]
    zizmor = shutil.which("zizmor", path=sysconfig.get_path("scripts")) or "zizmor"
    options = ["--offline", "--no-progress", "--pedantic", "--quiet"]
    return [*lines, [zizmor, *options, *map(str, workflows)]] if workflows else lines


def findings(root: Path = ROOT) -> list[str]:
    """The reports of the commands that have findings in the files below `root`."""
    reports = []
    for line in commands(root):
        done = subprocess.run(line, capture_output=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode:
            reports.append((done.stdout + done.stderr).strip())
    return reports


@command
def main() -> int:
    """Print all findings; return the exit status."""
    reports = findings()
    for report in reports:
        print(report)
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main())
