"""Packages on bare systems: installation, the first report, and removal."""
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import time

from bench import ROOT, SECONDS, expect, one_line, run, worked
from roots import LeftOut

sys.path.insert(0, os.path.join(ROOT, "Packaging"))
from dist import elf  # noqa: E402


def the_deb_gives_a_first_report_in_a_minute(bench):
    """In a bare Debian without any network."""
    with bench.bare() as root:
        name = root.put(bench.deb)
        start = time.monotonic()
        worked(root.run(f"dpkg -i {name} && venuesim demo museum"), "the demo")
        seconds = time.monotonic() - start
        page = root.path("root/venuesim-demo/museum/report.html")
        expect(os.path.getsize(page) > 100_000, "the page is too small to be one")
        told = worked(root.run("venuesim doctor"), "doctor")
        expect("/usr/share/venuesim" in told, told)
        start_of_ones_own(root)
        without_python(root)
        without_data(root)
    return f"{seconds:.1f} s from dpkg to the page, {SECONDS} asked"


def start_of_ones_own(root):
    worked(root.run("venuesim new scenario first.yaml && venuesim run first.yaml --out first"), "a new scenario")
    with open(root.path("root/first/metrics.csv"), encoding="utf-8") as file:
        expect(file.readline().startswith("run,scenario,"), "there is no table of metrics")


def without_python(root):
    done = root.run("venuesim new stack mine.py --quiet; venuesim run first.yaml --stack 'cmd:python3 mine.py'")
    expect(done.returncode == 1 and "python3: not found" in done.stderr, f"it doesn't say what is missing: {done}")
    told = root.run("venuesim doctor").stdout
    expect("apt-get install python3" in told, f"doctor names no cure: {told}")


def without_data(root):
    shutil.rmtree(root.path("usr/share/venuesim"))
    one_line(root.run("venuesim demo museum --force"), "/usr/share/venuesim", "install venuesim again")
    # Commands without data still work.
    worked(root.run("venuesim check first.yaml"), "check without the data")


def removing_leaves_nothing(bench):
    with bench.bare() as root:
        before = root.files()
        name = root.put(bench.deb)
        worked(root.run(f"dpkg -i {name}"), "dpkg -i")
        expect(root.path("usr/bin/venuesim") and root.files() - before, "nothing was installed")
        worked(root.run("dpkg --verify venuesim && dpkg -r venuesim && dpkg --purge venuesim"), "removal")
        left = root.files() ^ before
        expect(not left, f"left, or taken away: {sorted(left)[:10]}")
        expect(not root.run("dpkg --list venuesim").stdout.count("\nii"), "it is still listed as installed")


def an_old_debian_runs_them_or_says_why_not(bench):
    """Debian 11 has glibc 2.31. A static program runs there; any other is refused in a line."""
    with bench.old() as root:
        done = root.run(f"dpkg -i {root.put(bench.deb)}")
        if "Depends" in worked(run("dpkg-deb", "--info", bench.deb), "dpkg-deb"):
            expect(done.returncode and "libc6 (>=" in done.stderr, f"dpkg refuses nothing: {done.stderr}")
            return "refused by dpkg"
        worked(done, "dpkg -i")
        worked(root.run("venuesim run /usr/share/venuesim/scenarios/corridor.yaml --out first"), "a run")
        archive = root.put(bench.tarball)
        worked(root.run(
            f"tar -xzf {archive} && dpkg -r venuesim && {bench.top}/bin/venuesim demo museum"), "the archive")
        return "glibc " + worked(root.run("ldd --version"), "ldd").splitlines()[0].split()[-1]


def an_archive_works_wherever_it_is_unpacked(bench):
    folder = bench.folder("a folder with blanks, 'quotes' and ü")
    subprocess.run(["tar", "-C", folder, "-xzf", bench.tarball], check=True)
    program = os.path.join(folder, bench.top, "bin/venuesim")
    worked(run(program, "demo", "museum", cwd=folder), "the demo")
    expect(os.path.exists(folder + "/venuesim-demo/museum/report.html"), "there is no page")
    link = os.path.join(bench.folder("links"), "venuesim")
    os.symlink(program, link)
    expect("there      bundled scenarios" in run(link, "doctor").stdout, "by a link, it doesn't find its scenarios")
    os.rename(os.path.join(folder, bench.top, "share"), os.path.join(folder, "away"))
    one_line(run(program, "demo", "museum", "--force", cwd=folder), "VENUESIM_SHARE")
    told = {"VENUESIM_SHARE": f"{folder}/away/venuesim"}
    worked(run(program, "demo", "museum", "--force", cwd=folder, env=told), "the demo, told where they are")


def an_empty_system_is_enough_for_a_static_program(bench):
    """Without a C library and a shell, as in an empty image; so it runs with any C library."""
    if not elf.needs(bench.program).is_static:
        return "left to the others: the program isn't static"
    folder = bench.folder("empty")
    subprocess.run(["tar", "-C", folder, "-xzf", bench.tarball, "--strip-components=1"], check=True)
    if os.geteuid():
        raise LeftOut("only root can enter an empty system")
    os.makedirs(folder + "/proc")
    script = f"mount -t proc proc '{folder}/proc' && exec chroot '{folder}' /bin/venuesim \"$@\""
    worked(run("unshare", "--net", "--mount", "sh", "-c", script, "sh", "run", "--out", "/first",
               "/share/venuesim/scenarios/corridor.yaml"), "a run")
    expect(os.path.exists(folder + "/first/metrics.csv"), "there is no table")


def the_kits_install_the_deb_and_gate(bench):
    """As in a CI job whose image is a bare Debian."""
    with bench.bare() as root:
        for name in ("install.sh", "gate.sh"):
            root.put(os.path.join(ROOT, "scenarios/examples/ci", name), "root")
        name = root.put(bench.deb)
        one_line(root.run("INSTALL_FROM=http://localhost/venuesim.deb sh install.sh"), "neither curl nor wget")
        one_line(root.run("sh gate.sh"), "call install.sh")
        done = worked(root.run(
            f"INSTALL_FROM={name} sh install.sh && venuesim new scenario scenarios/first.yaml && "
            "venuesim gate scenarios/first.yaml --baselines baselines --update --reason First --seeds 1-3 --detects any && "
            "GATE_SCENARIOS=scenarios/first.yaml sh gate.sh"), "the kits")
        expect("nothing got worse" in done and "the page is gate/page/report.html" in done, done)
        expect(os.path.getsize(root.path("root/gate/page/report.html")) > 100_000, "the page is too small to be one")
        one_line(root.run("INSTALL_FROM=0.2.0 sh install.sh"), "python3-venv")


def steps_of(containerfile):
    """A container file's instructions, each a word and the rest."""
    with open(containerfile, encoding="utf-8") as file:
        lines = [line.strip() for line in file.read().replace("\\\n", " ").splitlines()]
    return [tuple(line.split(None, 1)) for line in lines if line and not line.startswith("#")]


def the_container_file_makes_a_container(bench):
    """By a container engine if one runs, otherwise by its steps in a bare Debian."""
    engine = next((name for name in ("podman", "docker") if run_if_there(name, "info")), None)
    file = os.path.join(bench.dist, "Containerfile")
    if engine:
        worked(run(engine, "build", "-t", "venuesim-test", "-f", file, bench.dist), engine)
        try:
            words = ["run", "--rm", "--network", "none", "venuesim-test", "--version"]
            told = worked(run(engine, *words), "the container")
        finally:
            run(engine, "rmi", "-f", "venuesim-test")
        expect(f"venuesim {bench.version}" in told, told)
        return f"by {engine}"
    with bench.bare() as root:
        settings = {}
        for word, rest in steps_of(file):
            if word == "COPY":
                pattern, target = rest.split()
                names = fnmatch.filter(os.listdir(bench.dist), pattern)
                expect(names, f"nothing to copy is called {pattern}")
                for name in names:
                    root.put(os.path.join(bench.dist, name), target.strip("/"))
            elif word == "RUN":
                worked(root.run(rest), rest)
            elif word == "WORKDIR":
                os.makedirs(root.path(rest), exist_ok=True)
                settings[word] = rest
            else:
                settings[word] = rest
        expect(settings["FROM"].startswith("debian:"), settings["FROM"])
        start = " ".join(re.findall(r'"([^"]*)"', settings["ENTRYPOINT"]))
        told = worked(root.run(f"cd {settings['WORKDIR']} && {start} --version"), "the entry point")
        expect(f"venuesim {bench.version}" in told, told)
        worked(root.run(f"cd {settings['WORKDIR']} && {start} demo museum"), "the demo")
        expect(not os.listdir(root.path("tmp")), "the package was left in the image")
    return "its steps in a bare Debian; no engine runs here"


def run_if_there(*words):
    try:
        return run(*words).returncode == 0
    except OSError:
        return False


CASES = [
    the_deb_gives_a_first_report_in_a_minute, removing_leaves_nothing, an_old_debian_runs_them_or_says_why_not,
    an_archive_works_wherever_it_is_unpacked, an_empty_system_is_enough_for_a_static_program,
    the_kits_install_the_deb_and_gate, the_container_file_makes_a_container,
]
