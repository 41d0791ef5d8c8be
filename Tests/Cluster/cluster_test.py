#!/usr/bin/env python3
"""Runs a campaign by each launcher, with faults on the way, and requires the bytes of a plain run.

  cluster_test.py VENUESIM [slurm|parallel|dask|kubernetes]...

Launchers that aren't installed are skipped and named; with VENUESIM_CLUSTER=all that is an error.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import slurm  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CAMPAIGN = """\
campaign: small
scenarios:
  - {root}/scenarios/corridor.yaml
seeds: 1000-2199
set: {{duration: 60 s}}
"""
SHARDS = 12


class Bench:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.file = folder + "/small.yaml"
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(CAMPAIGN.format(root=ROOT))
        self.campaign("run", self.file, "--out", folder + "/plain")
        self.wanted = self.results("plain")

    def campaign(self, *words, environment=None):
        done = subprocess.run(
            [self.program, "campaign", *words], capture_output=True, text=True, check=False, env=environment,
            cwd=self.folder)
        if done.returncode not in (0, 4):
            raise AssertionError(f"campaign {' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def results(self, name):
        found = {}
        for table in ("metrics.csv", "budgets.csv", "worst.csv", "manifest.json"):
            with open(f"{self.folder}/{name}/{table}", "rb") as file:
                found[table] = file.read()
        return found

    def launcher(self, name):
        """The launcher's file, as printed."""
        path = f"{self.folder}/{name}.launch"
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.campaign("launch", name, self.file, "--out", name, "--shards", str(SHARDS)))
        return path

    def check(self, name):
        if self.results(name) != self.wanted:
            raise AssertionError(f"{name}: other bytes than those of a plain run")

    def shards(self, name):
        folder = f"{self.folder}/{name}/shards"
        return [file for file in os.listdir(folder) if file.endswith(".shard")] if os.path.isdir(folder) else []


def caught(cluster, act, but=""):
    """Applies an action to any running task, and returns its name."""
    done = []

    def is_done():
        for task in cluster.tasks("RUNNING"):
            if task != but and subprocess.run(
                    act(task), env=cluster.environment, capture_output=True, check=False).returncode == 0:
                done.append(task)
                return True
        return False

    cluster.wait(is_done, "a task at work")
    return done[0]


def by_slurm(bench):
    """A job array; one task is killed, and another requeued."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, slurm.Cluster(folder) as cluster:
        script = bench.launcher("slurm")
        subprocess.run(["shellcheck", "--severity=warning", script], check=True)
        done = subprocess.run(["bash", script], env=cluster.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise AssertionError(done.stderr)
        merge = done.stdout.split()[-1]
        first = caught(cluster, lambda task: ["pkill", "-KILL", "-f", "--", f"--shard {task.split('_')[1]}/{SHARDS} "])
        second = caught(cluster, lambda task: ["scontrol", "requeue", task], but=first)
        # The array goes on; a merge that depends on a killed task is never started, and is taken away.
        cluster.wait(lambda: not cluster.tasks(), "the array's end")
        if os.path.exists(f"{bench.folder}/slurm/metrics.csv"):
            raise AssertionError("a campaign that lacks a shard was put together")
        told = bench.campaign("status", bench.file, "--out", "slurm", "--shards", str(SHARDS))
        if "missing: corridor" not in told:
            raise AssertionError(f"nothing is said to be missing: {told}")
        subprocess.run(["bash", script], env=cluster.environment, check=True, stdout=subprocess.DEVNULL)
        cluster.wait(lambda: not cluster.tasks(), "the second array's end")
        bench.check("slurm")
        return f"job {merge} and tasks {first} (killed) and {second} (requeued)"


def by_parallel(bench):
    """GNU parallel, killed on the way and restarted; then restarted with its complete log, and nothing to do."""
    script = bench.launcher("parallel")
    subprocess.run(["shellcheck", "--severity=warning", script], check=True)
    first = subprocess.Popen(["bash", script], stderr=subprocess.DEVNULL, start_new_session=True)
    while not bench.shards("parallel") and first.poll() is None:
        time.sleep(0.02)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    before = len(bench.shards("parallel"))
    done = subprocess.run(["bash", script], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    bench.check("parallel")
    with open(f"{bench.folder}/parallel/joblog", encoding="utf-8") as file:
        jobs = len(file.read().splitlines()) - 1
    return f"{before} shards before the kill, {jobs} jobs in the log"


def by_dask(bench):
    """A scheduler and two workers as processes; one worker is killed during a task."""
    script = bench.launcher("dask")
    subprocess.run([sys.executable, "-m", "py_compile", script], check=True)
    port = slurm.free_port()
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
         "--no-dashboard", "--no-show"], stderr=subprocess.DEVNULL, cwd=bench.folder)
    address = f"tcp://127.0.0.1:{port}"
    workers = [subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
        stderr=subprocess.DEVNULL, cwd=bench.folder, start_new_session=True) for _ in range(2)]
    try:
        work = subprocess.Popen(
            [sys.executable, script, address], stderr=subprocess.PIPE, text=True, cwd=bench.folder)
        while not bench.shards("dask") and work.poll() is None:
            time.sleep(0.02)
        os.killpg(workers[0].pid, signal.SIGKILL)
        errors = work.communicate(timeout=1800)[1]
        if work.returncode:
            raise AssertionError(errors)
        bench.check("dask")
        return "one of two workers killed"
    finally:
        for worker in workers:
            try:
                os.killpg(worker.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            worker.wait()
        scheduler.kill()
        scheduler.wait()


def by_kubernetes(bench):
    """Validates the manifest against the schema of the version that has all of its keys."""
    import kubernetes_validate
    import yaml
    with open(bench.launcher("kubernetes"), encoding="utf-8") as file:
        job = yaml.safe_load(file)
    version = kubernetes_validate.latest_version()
    kubernetes_validate.validate(job, version, strict=True)
    # An unknown key shows that the check can fail.
    job["spec"]["completionsMode"] = "Indexed"
    try:
        kubernetes_validate.validate(job, version, strict=True)
    except kubernetes_validate.ValidationError:
        pass
    else:
        raise AssertionError("a key that there isn't is let through")
    # The work of each pod, done here in its place. The image has the program on its PATH.
    command = job["spec"]["template"]["spec"]["containers"][0]
    place = os.path.dirname(bench.program)
    if place in str(command):
        raise AssertionError(f"the manifest names '{place}', which no image has")
    for index in range(SHARDS):
        subprocess.run(
            command["command"] + command["args"], check=True, cwd=bench.folder,
            env=dict(os.environ, JOB_COMPLETION_INDEX=str(index), PATH=f"{place}:{os.environ['PATH']}"))
    bench.campaign("merge", bench.file, "--out", "kubernetes")
    bench.check("kubernetes")
    return f"valid by the schema of {version}"


def lacks(name):
    """The reason why a launcher can't be tested; empty if it can."""
    from importlib.util import find_spec
    from shutil import which
    if name == "slurm":
        return slurm.lacks() or ("" if which("shellcheck") else "shellcheck isn't installed")
    if name == "parallel":
        return "" if which("parallel") else "GNU parallel isn't installed"
    wanted = {"dask": ["distributed"], "kubernetes": ["kubernetes_validate", "yaml"]}[name]
    missing = [module for module in wanted if not find_spec(module)]
    return f"Python's {', '.join(missing)} isn't installed" if missing else ""


def main(words):
    if not words:
        sys.exit(__doc__)
    launchers = {"slurm": by_slurm, "parallel": by_parallel, "dask": by_dask, "kubernetes": by_kubernetes}
    names = words[1:] or list(launchers)
    failed = []
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        bench = Bench(os.path.abspath(words[0]), folder)
        for name in names:
            lack = lacks(name)
            if lack:
                print(f"{name}: left out: {lack}")
                if os.environ.get("VENUESIM_CLUSTER") == "all":
                    failed.append(name)
                continue
            try:
                print(f"{name}: as a plain run; {launchers[name](bench)}", flush=True)
            except slurm.NoCluster as error:
                print(f"{name}: left out: {error}", flush=True)
                if os.environ.get("VENUESIM_CLUSTER") == "all":
                    failed.append(name)
            except (AssertionError, subprocess.SubprocessError) as error:
                print(f"{name}: FAILED: {error}", flush=True)
                failed.append(name)
    print(f"{len(names) - len(failed)} of {len(names)} launchers as they should be")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
