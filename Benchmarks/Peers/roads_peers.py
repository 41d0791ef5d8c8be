"""One case of real drives, matched by Valhalla's Meili or by leuvenmapmatching as in `Scripts/roads`.

    python3 Benchmarks/Peers/roads_peers.py meili|leuven EXPORTED CASE OUT [WHEEL]

EXPORTED is the output of `benchmarks peer roads --export`, OUT a new folder for the matched lines. WHEEL is a folder
with pyvalhalla's unpacked wheel: its Python binding needs Python 3.12, and its program `valhalla_service`, which has
the same matcher, needs none. The service is called over HTTP; its time is that of its process, including requests
and answers in JSON, like the binding's.
"""

import http.client
import importlib.machinery
import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
import types

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def scripts_roads():
    """`Scripts/roads` as a module."""
    loader = importlib.machinery.SourceFileLoader("roads", ROOT + "/Scripts/roads")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("roads", loader))
    loader.exec_module(module)
    return module


class Service:
    """`valhalla_service` with one worker, in place of the binding's Actor."""

    running = None

    def __init__(self, config):
        folder = os.path.dirname(config["mjolnir"]["tile_dir"])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        for name in ("loki", "thor", "odin"):
            config[name]["service"]["proxy"] = f"ipc://{folder}/{name}"
        service = config["httpd"]["service"]
        service["listen"] = f"tcp://127.0.0.1:{self.port}"
        service["loopback"] = f"ipc://{folder}/loopback"
        service["interrupt"] = f"ipc://{folder}/interrupt"
        service["drain_seconds"], service["shutdown_seconds"] = 0, 0
        path = folder + "/service.json"
        with open(path, "w") as file:
            json.dump(config, file)
        inside = os.path.dirname(sys.modules["valhalla"].__file__)
        self.process = subprocess.Popen(
            [inside + "/bin/valhalla_service", path, "1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        Service.running = self
        for _ in range(200):
            time.sleep(0.05)
            try:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
                self.connection.connect()
                return
            except OSError:
                continue
        raise RuntimeError("valhalla_service doesn't answer")

    def trace_route(self, request):
        self.connection.request("POST", "/trace_route", request)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(text[:200])
        return text

    def seconds(self):
        """The processor time of all of its threads so far, in s."""
        total = 0
        folder = f"/proc/{self.process.pid}/task"
        for thread in os.listdir(folder):
            with open(f"{folder}/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        return total * 1e-9


def use_service(wheel):
    """Lets `import valhalla` find the wheel's settings, and the service as its Actor."""
    package = types.ModuleType("valhalla")
    package.__path__ = [wheel + "/valhalla"]
    package.__file__ = wheel + "/valhalla/__init__.py"
    sys.modules["valhalla"] = package
    package.get_config = importlib.import_module("valhalla.config").get_config
    package.Actor = Service
    for name in os.listdir(wheel + "/valhalla/bin"):
        # Some unpackers of wheels lose the permission.
        os.chmod(f"{wheel}/valhalla/bin/{name}", 0o755)


def main(name, exported, case, out, wheel=None):
    roads = scripts_roads()
    version = ""
    if name == "meili":
        try:
            import valhalla
            version = valhalla.__version__
        except ImportError:
            if not wheel:
                raise
            use_service(wheel)
            roads.time = types.SimpleNamespace(process_time=lambda: Service.running.seconds())
    work = out + "-work"
    os.mkdir(work)
    matcher = (roads.Meili if name == "meili" else roads.Leuven)(
        roads.read(exported + "/roads.csv"), work)
    try:
        roads.run(matcher, exported, out, [case])
    finally:
        if Service.running:
            Service.running.process.kill()
            Service.running.process.wait()
    rate = float(roads.read(out + "/speed.csv")[0]["points_per_s"])
    print(json.dumps({"per_second": rate, "version": version}))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    main(*sys.argv[1:])
