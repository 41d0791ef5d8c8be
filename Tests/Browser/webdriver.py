"""Minimal client of the W3C WebDriver protocol for a headless Chromium, with the standard library alone."""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def driver_path():
    """Path of Chromium's driver; None if it isn't installed."""
    return os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")


class Browser:
    """A headless Chromium with one page; use it in a `with` statement."""

    def __init__(self, width=1280, height=1400):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [driver_path(), f"--port={port}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", f"--window-size={width},{height}", "--force-device-scale-factor=1",
        ]
        options = {"args": arguments}
        if shutil.which("chromium"):
            options["binary"] = shutil.which("chromium")
        wanted = {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
            "timeouts": {"script": 1800000},
        }
        try:
            self._await_driver()
            session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except Exception:
            self.process.terminate()
            raise
        self.session = f"/session/{session['sessionId']}"

    def _await_driver(self):
        for _ in range(36000):
            try:
                if self._call("GET", "/status")["ready"]:
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the driver doesn't answer")

    def _call(self, method, path, body=None):
        payload = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data=payload, method=method,
            headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=1800) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {json.load(error)['value']['message']}") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._call("DELETE", self.session)
        except Exception:
            pass
        self.process.terminate()
        self.process.wait()

    def open(self, path):
        """Opens a file as a user does, by a double click."""
        self.visit("file://" + os.path.abspath(path))

    def visit(self, address):
        """Opens an address."""
        self._call("POST", self.session + "/url", {"url": address})

    def run(self, script, *arguments):
        """The value of a script's `return`."""
        return self._call(
            "POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        """All elements that a CSS selector finds."""
        return self._call(
            "POST", self.session + "/elements", {"using": "css selector", "value": selector})

    def click(self, selector, number=0):
        """Clicks like a mouse: covered or off-screen elements can't be clicked."""
        element = self.find(selector)[number][ELEMENT]
        self._call("POST", f"{self.session}/element/{element}/click", {})

    def press(self, *keys):
        """Presses keys, one after the other, in the focused element."""
        steps = []
        for key in keys:
            steps += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._call("POST", self.session + "/actions", {
            "actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def chord(self, modifier, key):
        """Presses a key while another is held."""
        steps = [{"type": "keyDown", "value": modifier}, {"type": "keyDown", "value": key},
                 {"type": "keyUp", "value": key}, {"type": "keyUp", "value": modifier}]
        self._call("POST", self.session + "/actions", {
            "actions": [{"type": "key", "id": "keyboard", "actions": steps}]})

    def pointer(self, *steps):
        """Moves and presses a mouse: steps are ("move", [x, y]), ("down",) and ("up",)."""
        kinds = {"move": "pointerMove", "down": "pointerDown", "up": "pointerUp"}
        actions = []
        for kind, *at in steps:
            action = {"type": kinds[kind], "button": 0}
            if at:
                action.update(x=at[0][0], y=at[0][1], duration=0)
                del action["button"]
            actions.append(action)
        self._call("POST", self.session + "/actions", {"actions": [{
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def emulate(self, width, height, is_dark=False):
        """Sets the size of the page, which may be narrower than any window, and the colour scheme."""
        self.command("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.command("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]})

    def command(self, name, parameters):
        """Runs a command of Chromium's own protocol."""
        return self._call("POST", self.session + "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def complaints(self):
        """Errors and warnings of the console since the last call."""
        entries = self._call("POST", self.session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._call("GET", self.session + "/screenshot")))

    def until(self, script, *arguments, seconds=1800):
        """Waits until a script returns something true, and returns that."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"in vain: {script}")
