"""The hook for pre-commit: valid scenarios are committed, and a mistake is reported with its position."""
import os
import re
import shutil

import runner
from repository import LeftOut, expect

SLIP = re.compile(r"^scenarios/corridor\.yaml:\d+:\d+: unknown key 'itinerery'", re.MULTILINE)


def configured(repository, text):
    with open(repository.file(".pre-commit-config.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    repository.git("add", ".pre-commit-config.yaml")


def committing(repository, program, message):
    """Commits through the installed hook."""
    repository.git("add", "-A")
    return runner.shell(
        ["git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "commit", "-m", message],
        repository.folder, [repository.path, os.path.dirname(program)],
        {"PRE_COMMIT_HOME": os.path.join(repository.tools_folder, "pre-commit")})


def tried(repository, text):
    """A valid commit passes, and an invalid one doesn't."""
    program = repository.tool("pre-commit")
    configured(repository, text)
    done = runner.shell([program, "install"], repository.folder, [repository.path], {})
    expect(done.returncode == 0, done.stdout)
    repository.change("scenarios/corridor.yaml", "duration: 3 min", "duration: 4 min")
    done = committing(repository, program, "Longer")
    expect(done.returncode == 0 and re.search(r"check scenarios\.+Passed", done.stdout), done.stdout)
    repository.change("scenarios/corridor.yaml", "itinerary:", "itinerery:")
    done = committing(repository, program, "Wrong")
    expect(done.returncode != 0 and SLIP.search(done.stdout), f"it should be refused, with its place: {done.stdout}")
    # It ignores files that aren't scenarios.
    repository.change("scenarios/corridor.yaml", "itinerery:", "itinerary:")
    with open(repository.file("other.yaml"), "w", encoding="utf-8") as file:
        file.write("itinerery: 1\n")
    done = committing(repository, program, "Other")
    expect(done.returncode == 0, done.stdout)


def the_hook_checks_by_the_program_on_the_path(repository):
    """As a repository with hooks, which pre-commit clones."""
    offered = os.path.join(os.path.dirname(repository.folder), "offered")
    os.makedirs(offered)
    shutil.copy(os.path.join(repository.root, ".pre-commit-hooks.yaml"), offered)
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "Hooks"], ["tag", "v0.2.0"]):
        repository.git("-C", offered, *words)
    tried(repository, f"repos:\n  - repo: {offered}\n    rev: v0.2.0\n    hooks:\n      - id: venuesim-check\n")


def the_example_installs_the_wheel_by_itself(repository):
    if not repository.wheel:
        raise LeftOut("no wheel is named (--wheel)")
    text = runner.read(repository.kit("pre-commit-config.yaml"))
    pinned = re.search(r"venuesim==[\d.]+", text)[0]
    expect(pinned == "venuesim==" + os.path.basename(repository.wheel).split("-")[1], f"the example installs {pinned}")
    os.remove(os.path.join(repository.path, "venuesim"))
    tried(repository, text.replace(pinned, os.path.abspath(repository.wheel)))


def both_ways_check_the_same_files(repository):
    offered = runner.load(os.path.join(repository.root, ".pre-commit-hooks.yaml"))[0]
    example = runner.load(repository.kit("pre-commit-config.yaml"))["repos"][0]["hooks"][0]
    for key in ("id", "entry", "files", "name"):
        expect(offered[key] == example[key], f"'{key}' differs between the hook and the example")


def pre_commit_takes_its_files(repository):
    program = repository.tool("pre-commit")
    for verb, path in {
        "validate-manifest": os.path.join(repository.root, ".pre-commit-hooks.yaml"),
        "validate-config": repository.kit("pre-commit-config.yaml"),
    }.items():
        done = runner.shell([program, verb, path], repository.folder, [], {})
        expect(done.returncode == 0 and not done.stdout.strip(), done.stdout)


CASES = [
    the_hook_checks_by_the_program_on_the_path, the_example_installs_the_wheel_by_itself,
    both_ways_check_the_same_files, pre_commit_takes_its_files,
]
