"""Drives the plan editor in headless Chromium: draws, moves, saves, and compares the file.

Usage: editor_test.py COMMAND ROOT [--screenshots DIR]

COMMAND is the built program, ROOT the repository. Without Chromium's driver, it says so and does nothing.
"""

import argparse
import importlib.util
import os
import shutil
import struct
import subprocess
import tempfile
import time
import zlib

from webdriver import Browser, driver_path

ARROW_RIGHT, SHIFT, DELETE, ESCAPE, CONTROL, ENTER = "\ue014", "\ue008", "\ue017", "\ue00c", "\ue009", "\ue007"
# True two frames after the last request has been answered.
SETTLED = """
if (document.getElementById('main').getAttribute('aria-busy') === 'true') return false;
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(
  () => done(document.getElementById('main').getAttribute('aria-busy') !== 'true'))));
"""


class Editor:
    """A running editor of one venue, with its browser; use it in a `with` statement."""

    def __init__(self, command, folder, venue, browser):
        self.folder, self.venue, self.browser = folder, venue, browser
        self.process = subprocess.Popen(
            [command, "edit", venue], cwd=folder, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def __enter__(self):
        self.browser.visit(self.address)
        self.browser.until("return document.querySelectorAll('#plan path').length > 3", seconds=120)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def text(self):
        with open(os.path.join(self.folder, self.venue), encoding="utf-8") as file:
            return file.read()

    def tool(self, name):
        self.browser.click(f"#tools button[data-tool={name}]")

    def tap(self, across, down):
        """Clicks a point of the plan, in shares of its width and height."""
        box = self.browser.run(
            "const b = document.getElementById('plan').getBoundingClientRect();"
            "return [b.left, b.top, b.width, b.height]")
        at = [round(box[0] + box[2] * across), round(box[1] + box[3] * down)]
        self.browser.pointer(("move", at), ("down",), ("up",))
        self.settle()

    def mark(self, key):
        """The middle of an object on the page."""
        box = self.browser.run(
            "const b = document.querySelector(`#plan [data-key='${arguments[0]}'] .mark`).getBoundingClientRect();"
            "return [b.left + b.width / 2, b.top + b.height / 2]", key)
        return [round(value) for value in box]

    def drag(self, key, by):
        start = self.mark(key)
        end = [start[0] + by[0], start[1] + by[1]]
        self.browser.pointer(("move", start), ("down",), ("move", [start[0] + by[0] // 2, start[1]]), ("move", end), ("up",))
        self.settle()

    def settle(self):
        self.browser.until(SETTLED, seconds=300)

    def message(self):
        return self.browser.run("return document.getElementById('message').textContent")

    def field(self, name, value):
        """Enters a value into a field of the form, as typing and leaving it does."""
        self.browser.run(
            "const field = document.getElementById('form').elements[arguments[0]];"
            "field.value = arguments[1]; field.dispatchEvent(new Event('change'))", name, value)
        self.settle()

    def save(self):
        self.browser.click("#save")
        self.browser.until("return document.getElementById('changes').open", seconds=60)
        shown = self.browser.run("return document.getElementById('diff').textContent")
        self.browser.click("#write")
        self.browser.until("return /^Saved/.test(document.getElementById('message').textContent)", seconds=60)
        return shown


def added_lines(before, after):
    """The lines of a text that another lacks."""
    old = before.splitlines()
    return [line for line in after.splitlines() if line not in old]


def edits_the_museum(command, root, folder, browser, shots):
    shutil.copy(os.path.join(root, "scenarios", "venues", "museum.yaml"), folder)
    with Editor(command, folder, "museum.yaml", browser) as editor:
        before = editor.text()
        assert browser.run("return document.getElementById('title').textContent") == "Natural History Museum"
        shoot(browser, shots, "museum")
        editor.tool("beacon")
        editor.tap(0.5, 0.7)
        key = browser.run("return document.querySelector('#plan .selected').dataset.key")
        assert key.startswith("buildings/0/levels/1/beacons/"), key
        name = browser.run("return document.getElementById('form').elements['Name'].value")
        assert name == "beacon-1", name
        editor.tool("select")
        editor.drag(key, [40, 0])
        moved = browser.run("return document.getElementById('form').elements['East (x)'].value")
        browser.run("document.getElementById('plan').focus()")
        browser.press(ARROW_RIGHT, ARROW_RIGHT)
        editor.settle()
        stepped = browser.run("return document.getElementById('form').elements['East (x)'].value")
        assert abs(float(stepped) - float(moved) - 0.2) < 1e-6, (moved, stepped)
        # Undo takes both steps back at once, and redo returns them.
        browser.chord(CONTROL, "z")
        editor.settle()
        assert browser.run("return document.getElementById('form').elements['East (x)'].value") == moved
        browser.chord(CONTROL, "y")
        editor.settle()
        editor.field("Interval", "200 ms")
        assert editor.text() == before, "nothing is written before it is saved"
        shown = editor.save()
        after = editor.text()
        new = added_lines(before, after)
        assert len(new) == 1 and "name: beacon-1" in new[0] and f"at: [{stepped} m" in new[0], new
        assert "interval: 200 ms" in new[0] and new[0].strip() in shown, (new, shown)
        assert [line for line in after.splitlines() if line not in new] == before.splitlines()
        # A value out of range is a problem with its line, and is not saved.
        editor.field("Minor", "70000")
        assert "70000" in browser.run("return document.getElementById('problems').textContent")
        browser.click("#save")
        browser.click("#write")
        browser.until("return /70000/.test(document.getElementById('message').textContent)", seconds=60)
        assert editor.text() == after
        browser.click("#undo")
        editor.settle()
        # A change by another program is detected.
        with open(os.path.join(folder, "museum.yaml"), "a", encoding="utf-8") as file:
            file.write("# by another program\n")
        editor.field("Minor", "77")
        assert "changed by another program" in editor.message(), editor.message()
        assert editor.text() == after + "# by another program\n"
        complaints = [text for text in browser.complaints() if "422" not in text and "409" not in text]
        assert not complaints, complaints
    check(command, folder, "museum.yaml")


def refuses_repeats(command, folder, browser):
    with Editor(command, folder, "museum.yaml", browser) as editor:
        browser.run("[...document.querySelectorAll('#objects button')].find(b => /Access point/.test(b.textContent)).click()")
        editor.settle()
        assert "repeat" in browser.run("return document.getElementById('form').textContent")
        assert browser.run("return document.getElementById('form').elements['Name'].disabled")


def plan_picture(path):
    """Writes a floor plan of 480 by 320 pixels: an outer wall and one inside."""
    width, height = 480, 320
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            is_wall = 20 <= x < 460 and 20 <= y < 300 and (
                x < 24 or x >= 456 or y < 24 or y >= 296 or 240 <= x < 244)
            rows += bytes([40, 40, 40] if is_wall else [255, 255, 255])

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b""))


def draws_over_a_picture(command, folder, browser, shots):
    plan_picture(os.path.join(folder, "plan.png"))
    subprocess.run(
        [command, "new", "venue", "office.yaml", "--picture", "plan.png", "--anchor", "20,300=0 m,0 m",
         "--anchor", "460,300=44 m,0 m", "--origin", "47.3769,8.5417", "--quiet"], cwd=folder, check=True)
    with Editor(command, folder, "office.yaml", browser) as editor:
        # The picture is loaded, and lies on its level.
        browser.until("return document.querySelector('#plan image')"
                      " && document.querySelector('#plan image').getBBox().width === 480", seconds=60)
        editor.settle()
        assert editor.message() == "", editor.message()
        editor.tool("room")
        editor.tap(0.3, 0.3)
        editor.tap(0.45, 0.6)
        assert "Room 1" in editor.browser.run("return document.getElementById('objects').textContent")
        editor.field("Name", "Hall: east")
        editor.tool("wall")
        editor.tap(0.6, 0.3)
        editor.tap(0.6, 0.5)
        browser.click("#finish")
        editor.settle()
        editor.tool("access_point")
        editor.tap(0.7, 0.6)
        # Without a pointer: a cross moves by arrow keys.
        editor.tool("place")
        browser.run("document.getElementById('plan').focus()")
        browser.press(ENTER, ARROW_RIGHT, ENTER)
        editor.settle()
        editor.tool("beacon")
        editor.tap(0.5, 0.5)
        shoot(browser, shots, "office")
        names = browser.run("return document.getElementById('objects').textContent")
        for name in ["Hall: east", "Wall 1", "Access point ap-1", "Place Place 1", "Beacon beacon-1"]:
            assert name in names, (name, names)
        problems = browser.run("return document.getElementById('problems').textContent")
        assert "accepts" in problems, problems
        editor.save()
        # A second floor, with the same picture until it has its own; it needs a way up before it can be saved.
        editor.tool("select")
        browser.run("document.getElementById('plan').focus()")
        browser.press(ESCAPE)
        editor.settle()
        browser.run("[...document.querySelectorAll('#form button')].find(b => /Add a level/.test(b.textContent)).click()")
        editor.settle()
        assert browser.run("return document.getElementById('level').value") == "1"
        assert browser.run("return document.getElementById('form').elements['Pixel 1'].value") == "20, 300"
        browser.click("#undo")
        editor.settle()
        # Another pixel for the first anchor moves the picture.
        before = browser.run("return document.querySelector('#plan image').getAttribute('transform')")
        browser.run("[...document.querySelectorAll('#form button')].find(b => /Pick pixel 1/.test(b.textContent)).click()")
        editor.tap(0.25, 0.75)
        assert "Now give anchor 1 its position" in editor.message(), editor.message()
        assert browser.run("return document.querySelector('#plan image').getAttribute('transform')") != before
        browser.click("#undo")
        editor.settle()
        assert browser.run("return document.querySelector('#plan image').getAttribute('transform')") == before
        text = editor.text()
        assert '# the entrance; move it to its place' in text and '{name: "Hall: east"' in text, text
    check(command, folder, "office.yaml")


def fits_phones_and_readers(command, folder, browser, shots):
    with Editor(command, folder, "office.yaml", browser) as editor:
        for width, height in [(390, 844), (1280, 860)]:
            for is_dark in [False, True]:
                browser.emulate(width, height, is_dark)
                editor.settle()
                browser.click("#fit")
                editor.settle()
                wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{wide} px too wide at {width} px"
                satisfies_axe(browser, f"{width} px, {'dark' if is_dark else 'light'}")
                shoot(browser, shots, f"editor-{width}-{'dark' if is_dark else 'light'}")
        # By touch at a phone's width.
        browser.emulate(390, 844)
        editor.settle()
        editor.tool("beacon")
        editor.tap(0.4, 0.5)
        assert "Beacon beacon-2" in browser.run("return document.getElementById('objects').textContent")
        browser.run("document.getElementById('plan').focus()")
        browser.press(ESCAPE)
        browser.run("[...document.querySelectorAll('#objects button')].find(b => /beacon-2/.test(b.textContent)).click()")
        browser.press(DELETE)
        editor.settle()
        assert "beacon-2" not in browser.run("return document.getElementById('objects').textContent")
        browser.emulate(1280, 860)


def lists_venues(command, folder, browser):
    process = subprocess.Popen([command, "serve", folder], stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().strip()
        browser.visit(address.replace("/?token", "/venues?token"))
        browser.until("return document.querySelectorAll('#venues a').length === 2", seconds=60)
        browser.click("#venues a")
        browser.until("return document.querySelectorAll('#plan path').length > 3", seconds=60)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def satisfies_axe(browser, where):
    package = importlib.util.find_spec("axe_core_python")
    if package is None:
        print(f"    {where}: without axe-core: the Python package axe-core-python is not installed")
        return
    with open(os.path.join(package.submodule_search_locations[0], "axe.min.js"), encoding="utf-8") as file:
        browser.run(file.read())
    found = browser.run("return axe.run().then(result => result.violations.map(v => v.id + ': '"
                        " + v.nodes.map(n => n.html.slice(0, 120)).slice(0, 3).join(' | ')))")
    assert not found, (where, found)


def check(command, folder, venue):
    result = subprocess.run([command, "check", venue], cwd=folder, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def shoot(browser, shots, name):
    if shots:
        browser.screenshot(os.path.join(shots, f"{name}.png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("root")
    parser.add_argument("--screenshots")
    given = parser.parse_args()
    if driver_path() is None:
        print("editor-test: skipped: Chromium's driver is not installed")
        return
    command = os.path.abspath(given.command)
    if given.screenshots:
        os.makedirs(given.screenshots, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Browser(1280, 860) as browser:
        browser.emulate(1280, 860)
        steps = [
            ("edits a bundled venue", lambda: edits_the_museum(command, given.root, folder, browser, given.screenshots)),
            ("refuses entries with repeats", lambda: refuses_repeats(command, folder, browser)),
            ("draws over a picture", lambda: draws_over_a_picture(command, folder, browser, given.screenshots)),
            ("fits phones and screen readers", lambda: fits_phones_and_readers(command, folder, browser, given.screenshots)),
            ("lists the venues of a folder", lambda: lists_venues(command, folder, browser)),
        ]
        for name, step in steps:
            start = time.monotonic()
            step()
            print(f"  {name}: {time.monotonic() - start:.1f} s")
    print("editor-test: all good")


if __name__ == "__main__":
    main()
