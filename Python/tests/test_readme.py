"""The code of the README runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import venuesim
from venuesim import _binary

README = (Path(__file__).parent.parent / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
GATE = re.search(r"```\n(venuesim gate .*?)\n```", README, re.DOTALL)


# With fewer seeds than in the text.
@pytest.mark.filterwarnings("ignore::venuesim.FewSeedsWarning")
def test_the_readme_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run([_binary.find(), "new", "scenario", "mine.yaml"], check=True)
    Path("weighted.py").write_text(next(block for block in BLOCKS if "class Weighted" in block))
    names: dict[str, object] = {"__name__": "readme"}
    for block in BLOCKS:
        exec(block.replace('"1-20"', '"1-4"').replace('"1-10"', '"1-4"'), names)
    assert names["run"].passed  # type: ignore[attr-defined]
    assert Path("baselines/mine.csv").is_file()
    gated = venuesim.gate("mine.yaml", baselines="baselines", parts={"locator": names["Weighted"]})  # type: ignore[dict-item]
    assert gated is not None and gated.passed
    assert GATE is not None
    words = GATE[1].replace("python3", sys.executable).replace("venuesim", _binary.find(), 1)
    assert subprocess.run(words, shell=True, check=False).returncode == 0
