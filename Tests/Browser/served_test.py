"""Drives the pages of `venuesim serve` and `report --watch` in headless Chromium.

Usage: served_test.py COMMAND FOLDER EMPTY SCENARIO [--screenshots DIR]

FOLDER has the runs `this` and `other` of one scenario, `damaged`, and `hostile`, whose scenario is called
`<script>window.hacked = 1</script>`. A run of SCENARIO is started in it. Without Chromium's driver, the test says
so and does nothing.
"""

import argparse
import os
import signal
import subprocess
import sys

from page_test import (CONTRAST, NAMELESS, NARROW, SETTLE, check, dress, reaches_controls_by_keyboard, satisfies_axe)
from webdriver import Browser, driver_path

ROWS = "return [...document.querySelectorAll('#rows tbody tr')].map(row => row.textContent)"


class Server:
    """A command that serves pages, and prints their address; use it in a `with` statement."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "?token=" in line:
                self.address = line.strip()
                return
        raise AssertionError(f"{command} prints no address")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.process.stdout.close()
        status = self.process.wait()
        check(status == 130, f"Ctrl-C ends with {status}")


def row(browser, name):
    """The text of a run's row; empty if there is none."""
    texts = browser.run("return [...document.querySelectorAll('#rows tbody tr')].filter(row => "
                        "row.querySelector('.name a, .name span').textContent === arguments[0])"
                        ".map(row => row.textContent)", name)
    return texts[0] if texts else ""


def hides_the_token(browser):
    browser.until(ROWS + ".length")
    check(browser.run("return location.search") == "", "the token stays in the address")
    check(browser.run("return document.cookie") == "", "scripts can read the token")


def lists_all_runs(browser):
    for name, words in (("this", ("museum-visit", "seeds 1–3", "horizontal error p50 / p95")),
                        ("damaged", ("damaged", "has changed since")), ("steps-after", ("3 recordings",)),
                        ("hostile", ("<script>window.hacked = 1</script>",))):
        text = row(browser, name)
        missing = [word for word in words if word not in text]
        check(not missing, f"the row of '{name}' lacks {missing}: {text}")
    check(any(word in row(browser, "this") for word in ("passed", "failed")), f"no verdict: {row(browser, 'this')}")
    check(browser.run("return window.hacked === undefined"), "a scenario's name was run")
    resources = browser.run("return performance.getEntriesByType('resource').map(r => r.name)")
    check(all(name.startswith("http://127.0.0.1:") for name in resources), f"resources {resources}")
    nameless = browser.run(NAMELESS)
    check(not nameless, f"without a name: {nameless}")


def finds_runs(browser):
    type_into = ("const f = document.getElementById('find'); f.value = arguments[0];"
                 "f.dispatchEvent(new Event('input'))")
    browser.run(type_into, "museum other")
    check(browser.run(ROWS + ".length") == 1 and row(browser, "other"), f"found {browser.run(ROWS)}")
    browser.run(type_into, "")


def follows_a_run(browser, folder, command, scenario):
    """The list refreshes itself, keeps the focus and ticks meanwhile, and the run's page becomes its report."""
    browser.run("document.querySelector('[data-key=\"tick this\"]').focus()")
    browser.press(" ")
    running = subprocess.Popen([command, "run", scenario, "--seeds", "1-100000", "--jobs", "1", "--quiet",
                                "--out", os.path.join(folder, "nightly", "long")], stderr=subprocess.DEVNULL)
    try:
        browser.until("return [...document.querySelectorAll('#rows tbody tr')].some(row => "
                      "row.textContent.startsWith('nightly/long') && row.querySelector('progress')?.value > 0)")
        check("running" in row(browser, "nightly/long"), f"{row(browser, 'nightly/long')}")
        check(browser.run("return document.activeElement.dataset.key") == "tick this", "the focus is lost")
        check(browser.run("return document.querySelector('[data-key=\"tick this\"]').checked"), "the tick is lost")
        browser.press(" ")
        browser.run("[...document.querySelectorAll('#rows a')].find(a => a.textContent === 'nightly/long').click()")
        browser.until("return document.querySelectorAll('#partial-tables tbody tr').length > 2")
        words = browser.run("return document.getElementById('run-state').textContent")
        check(words.startswith("In progress: ") and words.endswith(" of 100,000 runs"), words)
        now = "return document.getElementById('run-bar').value"
        before = browser.run(now)
        browser.until(f"{now} > arguments[0]", before)
        presentable(browser)
        dress(browser, 1280, 1400)
        return running
    except BaseException:
        running.kill()
        raise


def ends_with_a_report(browser, running):
    running.send_signal(signal.SIGINT)
    check(running.wait() == 130, "the run has ended by itself")
    browser.until("return document.querySelector('.plan canvas') !== null")
    check("not complete" in browser.run("return document.getElementById('notes').textContent"), "a complete run")
    browser.run("[...document.querySelectorAll('nav a')].find(a => a.textContent === 'All runs').click()")
    browser.until(ROWS + ".length")
    check("not complete" in row(browser, "nightly/long"), row(browser, "nightly/long"))


def compares_two(browser):
    # A link followed before the end of loading replaces the page in the history.
    browser.until("return document.readyState === 'complete'")
    check(browser.run("return document.getElementById('go').disabled"), "nothing can be compared")
    for name in ("this", "other"):
        browser.run("document.querySelector(`[data-key=\"tick ${arguments[0]}\"]`).click()", name)
    chosen = "return document.getElementById('chosen').textContent"
    before = browser.run(chosen)
    browser.click("#swap")
    after = browser.run(chosen)
    check({before, after} == {"Before: this. After: other.", "Before: other. After: this."}, f"{before} {after}")
    browser.click("#go")
    browser.until("return document.querySelectorAll('.plan canvas').length === 2")
    check(browser.run("return document.querySelectorAll('#compared tbody tr').length") > 0, "no comparison")
    address = browser.run("return location.pathname + location.search")
    names = after.replace("Before: ", "").rstrip(".").split(". After: ")
    check(address == f"/compare?base={names[0]}&new={names[1]}", address)
    browser.run("history.back()")
    browser.until(ROWS + ".length")


def presentable(browser):
    """Readable in light and dark, at the width of a phone, by keyboard and by screen readers."""
    for width in (1280, 390):
        for is_dark in (False, True):
            dress(browser, width, 844, is_dark)
            poor = browser.run(CONTRAST)
            check(not poor, f"too little contrast, {width} pixels wide: {poor}")
            wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
            check(wide <= 0, f"{wide} pixels stick out at {width}")
    check(not browser.run(NARROW), f"on a narrow screen: {browser.run(NARROW)}")
    satisfies_axe(browser)


def chooses_colours(browser):
    paper = "return getComputedStyle(document.body).backgroundColor"
    colours = set()
    for _ in range(2):
        colours.add(browser.run(paper))
        browser.click("#theme")
    check(len(colours) == 2, "light and dark are the same")


def says_what_to_do(browser):
    browser.until("return !document.getElementById('empty').hidden")
    words = browser.run("return document.getElementById('empty').innerText")
    check("No runs yet" in words and "venuesim run " in words, words)
    check(not browser.run("return document.getElementById('list').checkVisibility()"), "an empty list is shown")


def reports_the_end_of_the_server(browser):
    browser.until("return document.getElementById('status').textContent.startsWith('The server does not answer')")


def photograph(browser, shots, name):
    if not shots:
        return
    os.makedirs(shots, exist_ok=True)
    for suffix, width, is_dark in (("", 1280, False), ("-dark", 1280, True), ("-narrow", 390, False),
                                   ("-narrow-dark", 390, True)):
        dress(browser, width, 1400, is_dark)
        browser.run("scrollTo(0, 0)")
        browser.run(SETTLE)
        browser.screenshot(os.path.join(shots, name + suffix + ".png"))
    dress(browser, 1280, 1400)


def without_complaints(browser, step, *arguments):
    result = step(browser, *arguments)
    complaints = browser.complaints()
    check(not complaints, f"{step.__name__}: the console says {complaints}")
    print(f"ok: served: {step.__name__.replace('_', ' ')}")
    return result


def drive_list(options):
    with Browser() as browser:
        with Server(options.command, "serve", options.folder) as server:
            browser.visit(server.address)
            for step in (hides_the_token, lists_all_runs, finds_runs, presentable, chooses_colours,
                         reaches_controls_by_keyboard):
                without_complaints(browser, step)
            photograph(browser, options.screenshots, "served")
            running = without_complaints(
                browser, follows_a_run, options.folder, options.command, options.scenario)
            try:
                photograph(browser, options.screenshots, "served-run")
                without_complaints(browser, ends_with_a_report, running)
            finally:
                running.kill()
            without_complaints(browser, compares_two)
        # The console reports the failed requests.
        reports_the_end_of_the_server(browser)
        browser.complaints()
        with Server(options.command, "serve", options.empty) as server:
            browser.visit(server.address)
            for step in (says_what_to_do, presentable):
                without_complaints(browser, step)
            photograph(browser, options.screenshots, "served-empty")


def drive_watch(options):
    """The page of `report --watch` is another one as soon as the run is."""
    folder = os.path.join(options.empty, "watched")

    def run(window):
        subprocess.run([options.command, "run", options.scenario, "--out", folder, "--force", "--quiet",
                        "--set", f"stack.locator.window={window}"])

    run("4 s")
    subtitle = "return (document.getElementById('subtitle')?.textContent ?? '').includes(arguments[0])"
    with Browser() as browser, Server(options.command, "report", folder, "--watch") as server:
        browser.visit(server.address)
        browser.until(subtitle, "window=4 s")
        check(browser.run("return location.search") == "", "the token stays in the address")
        run("9 s")
        browser.until(subtitle, "window=9 s")
        complaints = browser.complaints()
        check(not complaints, f"the console says {complaints}")
        print("ok: watched: reloads itself")


def main():
    parser = argparse.ArgumentParser()
    for name in ("command", "folder", "empty", "scenario"):
        parser.add_argument(name)
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    if driver_path() is None:
        print("skipped: Chromium's driver is not installed (Debian: chromium, chromium-driver)")
        return 0
    try:
        drive_list(options)
        drive_watch(options)
    except (AssertionError, RuntimeError) as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
