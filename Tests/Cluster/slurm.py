"""A temporary Slurm cluster of one node with four slots on this machine, with its own munge."""
import os
import shutil
import signal
import socket
import subprocess
import time

SLOTS = 4
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
CryptoType=crypto/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={port}
SlurmdPort={other_port}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=1
KillWait=5
NodeName={host} NodeAddr=127.0.0.1 CPUs={slots} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")


def lacks():
    """The reason why no cluster can be started here; empty if one can."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    missing = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if missing:
        return f"{', '.join(missing)} isn't installed; 'Scripts/setup slurm-wlm munge' installs it"
    return "" if os.geteuid() == 0 else "Slurm's daemons are started by root alone"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class NoCluster(Exception):
    """Slurm is installed, but doesn't start here, as in some containers."""


class Cluster:
    """A context in which SLURM_CONF names a cluster that takes jobs."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = dict(
            os.environ, SLURM_CONF=folder + "/slurm.conf", PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
        self.daemons = []

    def run(self, *words, check=True):
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise AssertionError(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
        return done.stdout.strip()

    def start(self, *words):
        # In the foreground, so that they die with the test and not after it.
        log = open(f"{self.folder}/{words[0]}.out", "wb")
        self.daemons.append(subprocess.Popen(words, env=self.environment, stdout=log, stderr=log))
        log.close()

    def __enter__(self):
        for name in ("state", "spool", "munge"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        os.chmod(self.folder, 0o755)
        os.chmod(self.folder + "/munge", 0o700)
        key = self.folder + "/munge/key"
        with open(key, "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(key, 0o400)
        with open(self.folder + "/slurm.conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                host=socket.gethostname().split(".")[0], folder=self.folder, port=free_port(), other_port=free_port(),
                slots=SLOTS))
        self.start("munged", "--foreground", "--force", "--key-file=" + key,
                   f"--socket={self.folder}/munge.sock", f"--pid-file={self.folder}/munged.pid",
                   f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munge/seed")
        try:
            self.wait(lambda: os.path.exists(self.folder + "/munge.sock"), "munge")
            self.start("slurmctld", "-D", "-f", self.folder + "/slurm.conf")
            self.start("slurmd", "-D", "-f", self.folder + "/slurm.conf")
            self.wait(lambda: "idle" in self.run("sinfo", "--noheader", check=False), "the node")
        except AssertionError as error:
            said = []
            for name in ("munged", "slurmctld", "slurmd"):
                for ending in ("log", "out"):
                    path = f"{self.folder}/{name}.{ending}"
                    if os.path.exists(path):
                        with open(path, encoding="utf-8", errors="replace") as file:
                            said += file.read().splitlines()[-2:]
            self.__exit__()
            raise NoCluster(f"Slurm doesn't start here: {error}: {' | '.join(said)}") from error
        return self

    def __exit__(self, *_):
        self.run("scancel", "--user=root", check=False)
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(timeout=600)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def wait(self, is_so, what, seconds=1800):
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                raise AssertionError(f"waited {seconds} s for {what}; see {self.folder}")
            time.sleep(0.1)

    def tasks(self, state=""):
        """The running or waiting tasks, each as JOB_TASK."""
        words = ["squeue", "--noheader", "--array", "--format=%i"] + (["--states=" + state] if state else [])
        return self.run(*words).split()
