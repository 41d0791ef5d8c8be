"""Bare Debian systems for tests of packages: made once, kept as archives, unpacked for each use."""
import os
import shutil
import subprocess
import tempfile

# Company networks have certificates of their own; a bare system has none at all.
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


class LeftOut(Exception):
    """A requirement of a case is missing here."""


def make(folder, name, suite, packages):
    """A system's archive, made if it isn't there yet."""
    path = os.path.join(folder, f"{name}.tar")
    if os.path.exists(path):
        return path
    if os.geteuid():
        raise LeftOut("only root can make a bare Debian and enter it")
    os.makedirs(folder, exist_ok=True)
    fresh = path + ".part"
    if shutil.which("mmdebstrap"):
        words = ["mmdebstrap", "--variant=minbase", "--format=tar"]
        done = subprocess.run(
            [*words, *([f"--include={','.join(packages)}"] if packages else []), suite, fresh],
            capture_output=True, text=True, check=False)
    elif shutil.which("debootstrap"):
        with tempfile.TemporaryDirectory(dir=folder) as made:
            words = ["debootstrap", "--variant=minbase"]
            done = subprocess.run(
                [*words, *([f"--include={','.join(packages)}"] if packages else []), suite, made],
                capture_output=True, text=True, check=False)
            if not done.returncode:
                done = subprocess.run(
                    ["tar", "-C", made, "-cf", fresh, "."], capture_output=True, text=True, check=False)
    else:
        raise LeftOut("neither mmdebstrap nor debootstrap is installed (apt-get install mmdebstrap)")
    if done.returncode:
        if os.path.exists(fresh):
            os.remove(fresh)
        said = (done.stderr + done.stdout).strip().splitlines() or [str(done.returncode)]
        wrong = [line for line in said if line.startswith("E:") and "failed to run" not in line]
        raise LeftOut(f"no bare Debian {suite} could be made: {(wrong or said)[-1]}")
    os.rename(fresh, path)
    return path


class Root:
    """An unpacked system, which is removed after use."""

    def __init__(self, archive):
        if os.geteuid():
            raise LeftOut("only root can enter a bare Debian")
        self.archive = archive

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="venuesim-root-")
        subprocess.run(["tar", "-C", self.folder, "-xf", self.archive], check=True)
        return self

    def __exit__(self, *_):
        # Mounts were in a namespace that ended with its processes.
        shutil.rmtree(self.folder)

    def put(self, path, target="tmp"):
        shutil.copy2(path, os.path.join(self.folder, target))
        return f"/{target}/{os.path.basename(path)}"

    def path(self, name):
        return os.path.join(self.folder, name.lstrip("/"))

    def run(self, script, network=False, environment=None):
        """Runs a shell script inside: by default without a network, and without our environment."""
        settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
        if network:
            shutil.copy("/etc/resolv.conf", self.path("etc/resolv.conf"))
            if os.path.exists(CERTIFICATES):
                os.makedirs(self.path("etc/ssl/certs"), exist_ok=True)
                shutil.copy(CERTIFICATES, self.path(CERTIFICATES))
                settings["PIP_CERT"] = CERTIFICATES
        spaces = ["--mount", "--pid", "--fork", "--kill-child"] + ([] if network else ["--net"])
        begun = "mount -t proc proc /proc\ncd /root\n" + script
        return subprocess.run(
            ["unshare", *spaces, "chroot", self.folder, "/bin/sh", "-c", begun],
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            env={**settings, **(environment or {})})

    def files(self):
        """Every path, without the package manager's own records."""
        found = set()
        for folder, names, files in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            if inside in ("proc", "var/lib/dpkg", "var/log", "var/cache", "run", "tmp", "root"):
                names[:] = []
                continue
            found.update(os.path.join(inside, name) for name in [*names, *files])
        return found
