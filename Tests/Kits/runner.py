"""Runs the steps of the kits' files like GitHub's and GitLab's runners, with the same shell."""
import os
import re
import subprocess

import yaml


def load(path):
    with open(path, encoding="utf-8") as file:
        return yaml.safe_load(file)


class Finished:
    """A job's exit status, its output and its files."""

    def __init__(self, status, text, summary="", outputs=None, uploads=None):
        self.status, self.text, self.summary = status, text, summary
        self.outputs, self.uploads = outputs or {}, uploads or []

    def __str__(self):
        return f"status {self.status}, outputs {self.outputs}:\n{self.text[-2000:]}"


class Action:
    """A composite action, and a job that uses it."""

    def __init__(self, root, repository, path):
        self.root, self.repository, self.path = root, repository, path
        self.action = load(os.path.join(root, "action.yml"))

    def value(self, expression, inputs):
        """Evaluates an expression: inputs, optionally joined by ||, and the few other forms in these actions."""
        for part in expression.split("||"):
            part = part.strip()
            if part.startswith("inputs."):
                found = inputs[part.removeprefix("inputs.")]
            elif part == "runner.temp":
                found = os.path.join(self.repository, ".runner")
            else:
                raise AssertionError(f"the action has an expression that this runner doesn't know: {part}")
            if found:
                return found
        return ""

    def filled(self, text, inputs):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda match: self.value(match[1], inputs), str(text))

    def wanted(self, condition, inputs, failed):
        """True if a step with a condition runs."""
        parts = [part.strip() for part in (condition or "success()").split("&&")]
        for part in parts:
            match = re.fullmatch(r"inputs\.(\S+) != '(.*)'", part)
            if match:
                if inputs[match[1]] == match[2]:
                    return False
            elif part not in ("always()", "success()"):
                raise AssertionError(f"the action has a condition that this runner doesn't know: {part}")
        return "always()" in parts or not failed

    def run(self, **given):
        named = self.action["inputs"]
        unknown = given.keys() - named.keys()
        assert not unknown, f"the action has no inputs {unknown}"
        inputs = {name: str(given.get(name, about.get("default", ""))) for name, about in named.items()}
        folder = os.path.join(self.repository, ".runner")
        os.makedirs(folder, exist_ok=True)
        files = {name: os.path.join(folder, name) for name in ("STEP_SUMMARY", "OUTPUT", "PATH", "ENV")}
        for file in files.values():
            with open(file, "w", encoding="utf-8"):
                pass
        status, text, uploads = 0, "", []
        for step in self.action["runs"]["steps"]:
            if not self.wanted(step.get("if"), inputs, status != 0):
                continue
            if "uses" in step:
                assert re.fullmatch(r"actions/upload-artifact@v\d+", step["uses"]), step["uses"]
                uploads.append({name: self.filled(value, inputs) for name, value in step["with"].items()})
                continue
            settings = {name: self.filled(value, inputs) for name, value in step.get("env", {}).items()}
            settings.update({"GITHUB_" + name: file for name, file in files.items()})
            settings["GITHUB_ACTION_PATH"] = self.root
            assert step["shell"] == "bash" and "${{" not in step["run"], "input belongs into env, not into a script"
            done = shell(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], self.repository,
                read(files["PATH"]).splitlines() + [self.path], settings)
            text += done.stdout
            status = status or done.returncode
        pairs = dict(line.split("=", 1) for line in read(files["OUTPUT"]).splitlines())
        outputs = {}
        for name, about in self.action["outputs"].items():
            match = re.fullmatch(r"\$\{\{ steps\.gate\.outputs\.(\w+) \}\}", about["value"])
            outputs[name] = pairs.get(match[1], "")
        return Finished(status, text, read(files["STEP_SUMMARY"]), outputs, uploads)


def gitlab(file, job, repository, path, **variables):
    """A job of a GitLab file: the lines of its scripts in one shell, like GitLab's runner."""
    about = load(file)[job]
    lines = [*about.get("before_script", []), *about["script"]]
    settings = {**{name: str(value) for name, value in about.get("variables", {}).items()}, **variables}
    done = shell(
        ["sh", "-c", "set -eo pipefail\n" + "\n".join(lines)] if has_pipefail() else ["sh", "-ec", "\n".join(lines)],
        repository, [path], {"HOME": repository, "CI": "true", **settings})
    return Finished(done.returncode, done.stdout, uploads=[about["artifacts"]])


def has_pipefail():
    return subprocess.run(["sh", "-c", "set -o pipefail"], capture_output=True, check=False).returncode == 0


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def shell(words, folder, path, settings):
    """Starts a shell with nothing of our environment but the PATH."""
    paths = [part for part in path if part] + ["/usr/local/bin", "/usr/bin", "/bin"]
    environment = {"HOME": folder, "LC_ALL": "C.UTF-8", **settings, "PATH": ":".join(paths)}
    for name in ("PIP_CERT", "PIP_INDEX_URL", "https_proxy", "http_proxy"):
        if name in os.environ:
            environment[name] = os.environ[name]
    return subprocess.run(
        words, cwd=folder, env=environment, text=True, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
