"""The Action and the GitLab recipe, on good and bad changes of a stack."""
import functools
import http.server
import os
import re
import shutil
import subprocess
import threading
import xml.etree.ElementTree as ElementTree

import runner
from repository import LeftOut, expect

# Measured effects on the example's corridor: far worse; worse, with too few seeds to be significant, so that its
# budgets decide; and slightly worse, which ten seeds can't detect.
WORSE = "--set stack.satellites.use=off"
MISSED = "--set stack.satellites.use=off --seeds 1-3"
UNSURE = "--set 'stack.locator.window=6 s'"
STACK = "cmd:python3 my_stack.py"


def annotations(done, kind):
    return re.findall(rf"^::{kind} title=([^:]*)::", done.text, re.MULTILINE)


def an_unchanged_stack_passes(repository):
    repository.baseline()
    done = repository.action()
    expect(done.status == 0 and done.outputs == {"status": "0", "verdict": "nothing got worse"}, done)
    expect(not annotations(done, "error") and not annotations(done, "warning"), done)
    expect("corridor" in done.summary and "|" in done.summary, f"the summary has no table: {done.summary}")
    for name in ("gate.txt", "gate.csv", "gate.md", "gate.xml", "page/report.html"):
        expect(os.path.getsize(repository.file("gate/" + name)) > 100, f"'{name}' is empty")
    expect([upload["path"] for upload in done.uploads] == ["gate"], f"uploaded is {done.uploads}")


def a_stack_of_ones_own_is_judged(repository):
    without_budgets(repository)
    repository.baseline("--stack", STACK, "--seeds", "1-4")
    expect(repository.action(stack=STACK, args="--seeds 1-4").status == 0, "the same stack should pass")
    # From now on its messages have a key that the protocol lacks.
    repository.change("my_stack.py", '"location": {', '"location_": {')
    done = repository.action(stack=STACK, args="--seeds 1-4")
    expect(done.status not in (0, 3), f"a stack that breaks the protocol isn't judged: {done}")
    expect(done.outputs["verdict"] == "no judgement", done)


def without_budgets(repository):
    """The example's simple stack misses the corridor's budgets for the reference stack."""
    path = repository.file("scenarios/corridor.yaml")
    text = runner.read(path)
    with open(path, "w", encoding="utf-8") as file:
        file.write(
            re.sub(r"^(budgets:\n)(?:  - .*\n)+(?:\n#.*\nbreaks:\n(?:  - .*\n)+)?", "", text, flags=re.MULTILINE))


def what_got_worse_is_annotated_and_fails(repository):
    repository.baseline()
    done = repository.action(args=WORSE)
    expect(done.status == 3 and done.outputs["status"] == "3", done)
    expect(any("horizontal_error.p95 worse" in title for title in annotations(done, "error")), done)
    expect("worse" in done.summary, f"the summary doesn't say it: {done.summary}")
    expect(done.uploads, "the results of a gate that failed aren't kept")
    expect(os.path.exists(repository.file("gate/page/report.html")), f"there is no page: {done}")


def a_missed_budget_fails(repository):
    repository.baseline()
    done = repository.action(args=MISSED)
    expect(done.status == 4 and done.outputs["status"] == "4", done)
    expect(any("budget missed" in title for title in annotations(done, "error")), done)


def too_little_evidence_warns_or_fails(repository):
    repository.baseline()
    done = repository.action(args=UNSURE)
    expect(done.status == 0 and done.outputs["status"] == "5" and annotations(done, "warning"), done)
    done = repository.action(args=UNSURE, undecided="fail")
    expect(done.status == 5, done)


def bad_input_is_told_in_a_line(repository):
    done = repository.action()
    expect(done.status == 2 and "has no baseline 'baselines/corridor.csv'" in done.text, done)
    expect(done.outputs["verdict"] == "no judgement" and not os.path.exists(repository.file("gate/page")), done)
    done = repository.action(undecided="maybe")
    expect(done.status == 2 and "GATE_UNDECIDED is 'maybe'" in done.text, done)
    done = repository.action(scenarios="nothing/*.yaml")
    expect(done.status == 2 and "nothing/*.yaml" in done.text, done)
    done = repository.action(version="newest")
    expect(done.status == 1 and "'newest' is no version, .whl or .deb" in done.text, done)
    done = repository.action(package="missing.deb")
    expect(done.status == 1 and "there is no file 'missing.deb'" in done.text and done.uploads, done)
    os.remove(os.path.join(repository.path, "venuesim"))
    done = repository.action()
    expect(done.status == 1 and "let INSTALL_FROM be" in done.text, done)


def arguments_and_pages_are_as_asked(repository):
    repository.baseline()
    done = repository.action(page="false", artifact="", out="my results", args="--metric horizontal_error.p95 --jobs 1")
    expect(done.status == 0 and not done.uploads, done)
    expect(os.path.exists(repository.file("my results/gate.csv")), "the results went elsewhere")
    expect(not os.path.exists(repository.file("my results/page")), "a page was made, and not asked for")
    done = repository.action(args="--metric horizontal_error.p95 --set 'stack.locator.window=3 s'")
    expect("the page is gate/page/report.html" in done.text, f"options of the gate alone break the page: {done}")


def the_wheel_is_installed_by_the_kits(repository):
    if not repository.wheel:
        raise LeftOut("no wheel is named (--wheel)")
    repository.baseline()
    os.remove(os.path.join(repository.path, "venuesim"))
    done = repository.action(package=os.path.abspath(repository.wheel))
    expect(done.status == 0, done)
    folder = repository.file(".runner/venuesim/bin")
    expect(os.listdir(folder) == ["venuesim"], f"on the PATH is more than venuesim: {os.listdir(folder)}")
    done = repository.gitlab(INSTALL_FROM=os.path.abspath(repository.wheel), GATE_STACK="")
    expect(done.status == 0 and "venuesim 0." in done.text, done)


def packages_are_fetched_by_their_addresses(repository):
    """Debian's installer receives the complete file; a wrong address gives a message of one line."""
    content = os.urandom(1 << 16)
    served = os.path.join(repository.folder, "served")
    os.makedirs(served)
    with open(served + "/venuesim_9_amd64.deb", "wb") as file:
        file.write(content)
    repository.program("dpkg", 'cp "$2" handed.deb')
    repository.program("sudo", 'exec "$@"')
    handler = functools.partial(Quiet, directory=served)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        done = repository.action(package=address + "venuesim_9_amd64.deb", scenarios="scenarios/none.yaml")
        with open(repository.file("handed.deb"), "rb") as file:
            expect(file.read() == content, f"another file was handed on: {done}")
        os.remove(repository.file("handed.deb"))
        done = repository.action(package=address + "none.deb")
        server.shutdown()
    expect(done.status == 1 and "can't be had; is that the address?" in done.text, done)
    expect(not os.path.exists(repository.file("handed.deb")), "something was installed all the same")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def other_runners_are_refused(repository):
    repository.program("uname", 'case $1 in -s) echo Darwin ;; *) echo arm64 ;; esac')
    done = repository.action(version="0.2.0")
    expect(done.status == 1 and "for Linux on x86-64, and this is Darwin on arm64" in done.text, done)


def gitlab_passes_fails_and_reports(repository):
    repository.baseline()
    usual = {"INSTALL_FROM": "", "GATE_STACK": ""}
    done = repository.gitlab(**usual)
    expect(done.status == 0, done)
    report = done.uploads[0]["reports"]["junit"]
    cases = ElementTree.parse(repository.file(report)).getroot().iter("testcase")
    expect(len(list(cases)) > 10, "the report has hardly any case")
    done = repository.gitlab(**usual, GATE_ARGS=WORSE)
    expect(done.status == 3 and "a figure got worse" in done.text, done)
    root = ElementTree.parse(repository.file(report)).getroot()
    expect(root.tag in ("testsuites", "testsuite"), root.tag)
    failures = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    expect(any("horizontal_error.p95" in name for name in failures), f"failures are {failures}")
    told = sum(int(suite.get("failures", 0)) for suite in root.iter("testsuite"))
    expect(told == len(failures), f"the report tells {told} failures and has {len(failures)}")


def the_workflow_names_inputs_that_there_are(repository):
    """The example matches the action, and the version is the program's."""
    steps = runner.load(repository.kit("github.yml"))["jobs"]["gate"]["steps"]
    used = next(step for step in steps if step["uses"].startswith("venuesim/venuesim@"))
    action = runner.load(os.path.join(repository.root, "action.yml"))
    expect(used["with"].keys() <= action["inputs"].keys(), "the workflow has inputs that the action hasn't")
    version = repository.run("venuesim", "--version").split()[1]
    named = {
        "github.yml": used["uses"].split("@v")[1], "action.yml": action["inputs"]["version"]["default"],
        "gitlab-ci.yml": runner.load(repository.kit("gitlab-ci.yml"))["venuesim"]["variables"]["INSTALL_FROM"],
    }
    wrong = {name: told for name, told in named.items() if told != version}
    expect(not wrong, f"the program is {version}, and other versions are named: {wrong}")


def their_shell_is_sound(repository):
    if not shutil.which("shellcheck"):
        raise LeftOut("shellcheck is not installed (apt-get install shellcheck)")
    scripts = [repository.kit("install.sh"), repository.kit("gate.sh")]
    done = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True, check=False)
    expect(done.returncode == 0, done.stdout)


def their_files_keep_public_schemas(repository):
    check = repository.tool("check-jsonschema")
    for schema, path in {
        "vendor.github-actions": os.path.join(repository.root, "action.yml"),
        "vendor.github-workflows": repository.kit("github.yml"),
        "vendor.gitlab-ci": repository.kit("gitlab-ci.yml"),
    }.items():
        words = [check, "--builtin-schema", schema, path]
        if schema == "vendor.gitlab-ci":
            words[1:1] = ["--data-transform", "gitlab-ci"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"{path}: {done.stdout}{done.stderr}")


CASES = [
    an_unchanged_stack_passes, a_stack_of_ones_own_is_judged, what_got_worse_is_annotated_and_fails,
    a_missed_budget_fails, too_little_evidence_warns_or_fails, bad_input_is_told_in_a_line,
    arguments_and_pages_are_as_asked, the_wheel_is_installed_by_the_kits, packages_are_fetched_by_their_addresses,
    other_runners_are_refused, gitlab_passes_fails_and_reports,
    the_workflow_names_inputs_that_there_are, their_shell_is_sound, their_files_keep_public_schemas,
]
