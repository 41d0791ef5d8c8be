#!/usr/bin/env python3
"""Lets gpsd read the output of `venuesim play` on a terminal, and compares the positions that gpsd reports.

usage: gpsd_test.py VENUESIM

Without gpsd it is skipped, with a message. It ends with 'N passed, N failed'.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "scenarios/corridor.yaml"


def free_port():
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        return link.getsockname()[1]


def accepts(port):
    with socket.socket() as link:
        return link.connect_ex(("127.0.0.1", port)) == 0


def heard(port, seconds):
    """Positions that gpsd reports within some time."""
    end, places, rest = time.monotonic() + seconds, [], b""
    with socket.create_connection(("127.0.0.1", port), timeout=1800) as link:
        link.sendall(b'?WATCH={"enable":true,"json":true};\n')
        link.settimeout(1)
        while time.monotonic() < end and len(places) < 12:
            try:
                piece = link.recv(65536)
            except socket.timeout:
                continue
            if not piece:
                break
            *lines, rest = (rest + piece).split(b"\n")
            reports = [json.loads(line) for line in lines if line.strip()]
            places += [r for r in reports if r.get("class") == "TPV" and "lat" in r]
    return places


def main():
    program = os.path.abspath(sys.argv[1])
    gpsd = shutil.which("gpsd") or shutil.which("gpsd", path="/usr/sbin")
    if not gpsd:
        print("left out: gpsd isn't installed\n0 passed, 0 failed")
        return 0
    told = subprocess.run([program, "play", str(SCENARIO), "--as", "json", "--speed", "max"], capture_output=True, text=True, check=True)
    truth = [json.loads(line) for line in told.stdout.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        terminal, port = f"{folder}/gps", free_port()
        player = subprocess.Popen([program, "play", str(SCENARIO), "--to", f"pty:{terminal}", "--speed", "5", "--quiet"])
        while not os.path.exists(terminal):
            time.sleep(0.05)
        # -N stays in the foreground, -n reads at once, -b writes nothing to the device.
        daemon = subprocess.Popen([gpsd, "-N", "-n", "-b", "-S", str(port), terminal])
        try:
            while not accepts(port):
                time.sleep(0.05)
            places = heard(port, 600)
        finally:
            for process in (daemon, player):
                process.terminate()
                process.wait()
    checks = {
        f"gpsd tells places ({len(places)})": len(places) >= 10,
        # Five decimals of a minute are 2 cm.
        "each is one that was told": all(
            any(abs(p["lat"] - t["latitude_deg"]) < 1e-6 and abs(p["lon"] - t["longitude_deg"]) < 1e-6 for t in truth) for p in places),
        "with a fix": all(p.get("mode", 0) >= 2 for p in places),
    }
    for name, holds in checks.items():
        print(f"{'ok' if holds else 'FAILED'}: {name}")
    print(f"{sum(checks.values())} passed, {len(checks) - sum(checks.values())} failed")
    return 0 if all(checks.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
