"""Drives report pages in headless Chromium: play, floors, jumps, and no console errors.

Usage: page_test.py PAGE [--compare PAGE] [--plans PAGE] [--hostile PAGE] [--weeks PAGE]
                    [--screenshots DIR]

PAGE is of a run with several floors; --compare names one of two runs; --plans one with pictures of
floors under it; --weeks one of a campaign over a year; --hostile one whose scenario is called `<script>window.hacked = 1</script>`. Without Chromium's driver, it says so and does nothing.
"""

import argparse
import os
import sys

from webdriver import Browser, driver_path

CONTRAST = """
const light = text => {
  const [r, g, b] = text.match(/[0-9.]+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const background = element => {
  for (let e = element; e; e = e.parentElement) {
    const color = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)|transparent/.test(color)) return color;
  }
  return 'rgb(255, 255, 255)';
};
const poor = [];
for (const element of document.querySelectorAll('main *, header *, footer *')) {
  const text = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (!text || !element.getClientRects().length || element.closest('svg, .hidden')) continue;
  if (element.disabled) continue;
  const [a, b] = [light(getComputedStyle(element).color), light(background(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push(`${element.tagName} ${element.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
}
return poor.slice(0, 5);
"""

NAMELESS = """
const nameless = [];
for (const element of document.querySelectorAll('button, select, input, canvas, svg, [role=region]')) {
  if (element.closest('[aria-hidden=true]')) continue;
  const labels = element.labels ? [...element.labels].map(l => l.textContent).join('') : '';
  const by = element.getAttribute('aria-labelledby');
  const name = element.getAttribute('aria-label') || labels || element.textContent
    || (by && document.getElementById(by).textContent);
  if (!name || !name.trim()) nameless.push(element.outerHTML.slice(0, 80));
}
return nameless;
"""

PICTURE = "return document.querySelector('.plan canvas').toDataURL().length + ':' + " \
    "document.querySelector('.plan canvas').toDataURL().slice(-4000)"
SETTLE = "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def shows_itself(browser):
    check(browser.run("return document.querySelectorAll('#tiles .tile').length") >= 3, "no tiles")
    check(browser.run("return document.querySelectorAll('#curves path.curve').length") >= 1, "no curve")
    check(browser.run("return document.querySelectorAll('#figure-table tbody tr').length") > 5,
          "no table of figures")
    check(browser.run("return performance.getEntriesByType('resource').length") == 0,
          "the page asked for something besides itself")
    headings = browser.run("return [...document.querySelectorAll('h1, h2')].map(h => h.textContent)")
    check(len(headings) == 7, f"headings {headings}")
    for landmark in ("header", "nav", "main", "footer"):
        check(len(browser.find(landmark)) == 1, f"no one {landmark}")
    nameless = browser.run(NAMELESS)
    check(not nameless, f"without a name: {nameless}")


def tells_verdicts(browser):
    check(browser.run("return document.querySelector('#headline .headline').textContent"), "no verdict")
    words = browser.run("return [...document.querySelectorAll('#budgets tbody tr')].map(r => r.textContent)")
    check(words and all(word.startswith(("kept", "missed", "undecided")) for word in words), f"verdicts {words}")


def reads_curves(browser):
    check(browser.run("return document.querySelectorAll('#curve-table tbody tr').length") >= 1,
          "no figures of the curves")
    browser.run("""
        const svg = document.querySelector('#curves svg'), box = svg.getBoundingClientRect();
        svg.dispatchEvent(new PointerEvent('pointermove', {
          clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }))""")
    read = "return [...document.querySelectorAll('#curves text')].map(t => t.textContent).join()"
    check("% within" in browser.run(read), "the pointer reads nothing from the curves")


def shows_activity(browser):
    check(not browser.run("return document.getElementById('activity').hidden"), "no activity")
    check(browser.run("return document.querySelectorAll('.activity table tbody tr').length") >= 2,
          "no table of what was taken for what")
    check(browser.run("return document.querySelectorAll('.histograms svg').length") >= 1,
          "nothing says how late changes were told")


def begins_with_a_skip_link(browser):
    browser.press("\ue004")
    check(browser.run("return document.activeElement.className") == "skip", "Tab finds no skip link")
    browser.press("\ue007")
    check(browser.run("return document.activeElement.id") == "main", "the skip link skips nothing")


def plays(browser):
    browser.run("document.getElementById('scrub').scrollIntoView({block: 'center', behavior: 'instant'})")
    # Slowly first: at full speed, a busy machine may be at the end before the query.
    browser.run("const s = document.getElementById('speed'); s.value = '1';")
    browser.click("#play")
    now = "return Number(document.getElementById('scrub').value)"
    check(browser.run("return document.getElementById('play').textContent") == "Pause", "no pause")
    browser.run("const s = document.getElementById('speed'); s.value = '100';")
    browser.until(now + " > 30")
    browser.click("#play")
    browser.run(SETTLE)
    stopped = browser.run(now)
    browser.run("return new Promise(done => setTimeout(done, 300))")
    check(browser.run(now) == stopped, "it plays on")
    check(browser.run("return document.getElementById('live').textContent"), "nothing is announced")


def scrubs_by_keyboard(browser):
    browser.run("const s = document.getElementById('scrub'); s.focus(); s.step = '1';")
    before = browser.run("return document.getElementById('clock').textContent")
    browser.press(*["\ue014"] * 3)
    browser.run(SETTLE)
    check(browser.run("return document.getElementById('clock').textContent") != before,
          "arrow keys don't move the cursor")
    browser.press(" ")
    check(browser.run("return document.getElementById('play').textContent") == "Pause",
          "the space bar doesn't play")
    browser.press(" ")


def picks_floors(browser):
    count = browser.run("return document.querySelectorAll('#floors input[type=radio]').length")
    check(count >= 2, f"{count} floors")
    pictures = set()
    for number in range(count):
        browser.click("#floors input[type=radio]", number)
        browser.run(SETTLE)
        check(browser.run("return [...document.querySelectorAll('#floors input[type=radio]')]"
                          ".map(i => i.checked).indexOf(true)") == number, "another floor is picked")
        pictures.add(browser.run(PICTURE))
    check(len(pictures) == count, "two floors look the same")
    check(not browser.run("return document.getElementById('follow').checked"), "it still follows")


def seek(browser, seconds):
    browser.run("const s = document.getElementById('scrub'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('input'))", seconds)
    browser.run(SETTLE)


def bring_up(browser, selector):
    browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})",
                selector)


def shows_particles(browser):
    seek(browser, 900)
    check(browser.run("return getComputedStyle(document.querySelector('.key .of-clouds')).display") != "none",
          "the key says nothing of particles")
    pictures = []
    for _ in range(3):
        pictures.append(browser.run(PICTURE))
        browser.click("#layer-particles")
        browser.run(SETTLE)
    check(pictures[0] != pictures[1] and pictures[0] == pictures[2], "particles can't be put away")
    browser.click("#layer-particles")


def shows_errors_by_place(browser):
    seek(browser, 900)
    bring_up(browser, "#layers")
    legend = "return getComputedStyle(document.getElementById('errors-key')).display"
    check(browser.run(legend) == "none", "a legend of what isn't shown")
    browser.run("document.getElementById('layer-errors').focus()")
    pictures, said = [], []
    for _ in range(3):
        browser.run(SETTLE)
        pictures.append(browser.run(PICTURE))
        said.append(browser.run("return [...document.querySelectorAll('.now dt')].map(d => d.textContent).join()"))
        browser.press(" ")
    browser.run(SETTLE)
    check(pictures[0] != pictures[1] and pictures[0] == pictures[2], "errors can't be put away")
    check("68 % error here" in said[1] and "68 % error here" not in said[2], f"the figures say {said}")
    check(browser.run(legend) != "none", "no legend")
    words = browser.run("return document.getElementById('errors-key').textContent")
    check("68 %" in words and " m " in words and "2.4 m" in words, f"the legend says {words}")
    swatches = browser.run("return [...document.querySelectorAll('#errors-key i')]"
                           ".map(i => getComputedStyle(i).backgroundColor)")
    check(len(set(swatches)) == 8, f"colours {swatches}")
    # It stays open for the tests of colours and of a narrow screen.


def lays_floor_plans(browser):
    browser.run("document.getElementById('scrub').scrollIntoView({block: 'center', behavior: 'instant'})")
    seek(browser, 600)
    # A picture is visible once it is decoded.
    browser.run("return new Promise(done => setTimeout(done, 500))")
    pictures = []
    for _ in range(3):
        browser.run(SETTLE)
        pictures.append(browser.run(PICTURE))
        browser.click("#layer-plans")
    check(pictures[0] != pictures[1], "floor plans can't be put away")
    check(pictures[0] == pictures[2], "floor plans don't come back")
    browser.click("#layer-plans")


def follows_the_phone(browser):
    picked = "return [...document.querySelectorAll('#floors input[type=radio]')].findIndex(i => i.checked)"
    browser.run("const f = document.getElementById('follow'); if (!f.checked) f.click();")
    floors = set()
    for second in range(100, 2700, 100):
        seek(browser, second)
        told = browser.run("return [...document.querySelectorAll('.now dt')].find(d => d.textContent.startsWith("
                           "'Floor')).nextSibling.textContent").split(" → ")[-1]
        label = browser.run("return document.querySelectorAll('#floors input[type=radio]')[arguments[0]]"
                            ".nextSibling.textContent", browser.run(picked))
        check(told.lower() in (label.lower(), "outdoors", "–"), f"shows {label} while {told} is told")
        floors.add(label)
    check(len(floors) >= 3, f"it only saw {floors}")
    # A pinned floor stays, independent of the phone.
    browser.click("#floors input[type=radio]", 0)
    seek(browser, 100)
    check(browser.run(picked) == 0, "a pinned floor is left")


def moves_along_time_lines(browser):
    seek(browser, 0)
    bring_up(browser, "#lanes canvas")
    browser.click("#lanes canvas")
    # On a busy machine the effect of a click is delayed.
    browser.until("return Number(document.getElementById('scrub').value) > 0")
    now, end = browser.run("const s = document.getElementById('scrub'); return [Number(s.value), Number(s.max)]")
    check(0.3 * end < now < 0.5 * end, f"the middle of the time lines is at {now} of {end}")
    lanes = "return document.querySelector('#lanes canvas').toDataURL()"
    whole = browser.run(lanes)
    browser.run("const s = document.getElementById('span'); s.value = arguments[0];"
                "s.dispatchEvent(new Event('change'))", "120")
    browser.run(SETTLE)
    check(browser.run(lanes) != whole, "two minutes look like the whole run")
    browser.run("const s = document.getElementById('span'); s.value = '0'; s.dispatchEvent(new Event('change'))")


def zooms(browser):
    bring_up(browser, "#zoom-in")
    before = browser.run(PICTURE)
    browser.click("#zoom-in")
    browser.run(SETTLE)
    check(browser.run(PICTURE) != before, "the plan doesn't zoom")
    browser.click("#zoom-fit")


def jumps(browser):
    count = len(browser.find("button.jump:not([disabled])"))
    check(count >= 1, "nowhere to jump to")
    for number in sorted({0, count - 1}):
        wanted = browser.run(
            "const b = document.querySelectorAll('button.jump:not([disabled])')[arguments[0]];"
            "return b.getAttribute('aria-label')", number)
        browser.run("document.querySelectorAll('button.jump:not([disabled])')[arguments[0]]"
                    ".scrollIntoView({block: 'center', behavior: 'instant'})", number)
        browser.click("button.jump:not([disabled])", number)
        browser.run(SETTLE)
        clock = browser.run("return document.getElementById('clock').textContent").split(" / ")[0]
        check(wanted.endswith(", " + clock), f"jumped to {clock}, not '{wanted}'")
        device = browser.run("const d = document.getElementById('device');"
                             "return d.selectedOptions[0].textContent")
        check(wanted.startswith("Go to " + device.split(",")[0]), f"'{device}', not '{wanted}'")
        check(browser.run("return document.activeElement.id") == "scrub", "the focus stays behind")
        check(browser.run("return document.getElementById('follow').checked"), "floors not followed")


def lists_moments(browser):
    kinds = browser.run("return [...document.getElementById('moment-kind').options].map(o => o.value)")
    check(kinds, "no kind of moment")
    for kind in kinds:
        browser.run("const k = document.getElementById('moment-kind'); k.value = arguments[0];"
                    "k.dispatchEvent(new Event('change'))", kind)
        check(browser.run("return document.querySelectorAll('#moment-table tbody tr').length") >= 1,
              f"no moment of the kind '{kind}'")


def changes_colours(browser):
    paper = "return getComputedStyle(document.body).backgroundColor"
    colours = set()
    for _ in range(2):
        poor = browser.run(CONTRAST)
        check(not poor, f"too little contrast: {poor}")
        colours.add(browser.run(paper))
        browser.run("scrollTo(0, 0)")
        browser.click("#theme")
    check(len(colours) == 2, "light and dark are the same")


def fits_a_phone(browser):
    browser.resize(500, 900)
    browser.run(SETTLE)
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, f"{wide} pixels stick out on a narrow screen")
    browser.resize(1280, 1400)


def finds_figures(browser):
    browser.run("const f = document.getElementById('find'); f.value = 'horizontal p95';"
                "f.dispatchEvent(new Event('input'))")
    rows = browser.run("return [...document.querySelectorAll('#figure-table tbody tr')]"
                       ".map(r => r.textContent)")
    check(rows and all("horizontal" in row and "p95" in row for row in rows), f"found {rows[:3]}")


def compares(browser):
    check(len(browser.find(".plan canvas")) == 2, "not two plans")
    check(len(browser.find("#lanes canvas")) == 2, "not two sets of time lines")
    check(browser.run("return document.querySelectorAll('#curves path.dashed').length") >= 1,
          "the other run has no curve")
    comparison = browser.run("return JSON.parse(document.getElementById('data').textContent).comparisons[0]")
    words = browser.run("return document.getElementById('headline').textContent")
    check(comparison["summary"] in words, f"'{comparison['summary']}' is missing: {words}")
    figures = [row for part in comparison["scenarios"] for row in part["figures"]]
    rows = browser.run("return document.querySelectorAll('#compared tbody tr').length")
    check(rows == len(figures) > 0, f"{rows} rows of {len(figures)} figures")
    plays(browser)
    jumps(browser)


def shows_hostile_names(browser):
    name = "<script>window.hacked = 1</script>"
    check(browser.run("return document.getElementById('title').textContent") == name, "another title")
    check(browser.run("return window.hacked === undefined"), "a scenario's name was run")
    check(browser.run("return document.querySelectorAll('script').length") == 2, "more scripts")
    check(name in browser.run("return document.getElementById('figure-table').textContent"),
          "the name isn't shown")


def opens_soon(browser):
    """A page over 52 weeks of 20 scenarios with 100 figures has a card for each."""
    browser.run(SETTLE)
    seconds = browser.run("return performance.now()") / 1000
    loaded = browser.run("return performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    check(loaded > 0, "the page's load event has no time")
    print(f"    it was there after {loaded:.2f} s, and drawn after {seconds:.2f} s at most")
    check(browser.run("return document.querySelectorAll('#figures .card').length") == 2000, "not 2,000 figures")
    check(browser.run("return document.querySelectorAll('#figures svg path').length") > 4, "none is drawn")
    check(browser.run("return performance.getEntriesByType('resource').length") == 0,
          "the page asked for something besides itself")
    check(not browser.run(CONTRAST), "too little contrast")


def tells_what_moved(browser):
    told = browser.run("return JSON.parse(document.getElementById('data').textContent).rows")
    for verdict in ("worse", "better"):
        wanted = sum(row.get("verdict") == verdict for row in told)
        rows = browser.run(f"return document.querySelectorAll('#{verdict} a').length")
        check(rows == wanted > 0, f"{rows} of {wanted} rows are told to be {verdict}")


def filters_figures(browser):
    seen = "return [...document.querySelectorAll('#figures .card')].filter(c => !c.hidden).length"
    browser.run("const f = document.getElementById('filter'); f.value = 'corridor-03 p95';"
                "f.dispatchEvent(new Event('input'))")
    few = browser.run(seen)
    check(0 < few < 30, f"{few} figures are p95 of corridor-03")
    browser.run("const f = document.getElementById('filter'); f.value = ''; f.dispatchEvent(new Event('input'))")
    check(browser.run(seen) == 2000, "not all come back")


def drive(page, steps, shots, name):
    with Browser() as browser:
        browser.open(page)
        for step in steps:
            step(browser)
            complaints = browser.complaints()
            check(not complaints, f"{step.__name__}: the console says {complaints}")
            print(f"ok: {name}: {step.__name__.replace('_', ' ')}")
        if shots:
            browser.resize(1280, 2600)
            browser.run("scrollTo(0, 0)")
            browser.run(SETTLE)
            browser.screenshot(os.path.join(shots, name + ".png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--compare")
    parser.add_argument("--hostile")
    parser.add_argument("--plans")
    parser.add_argument("--weeks")
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    if driver_path() is None:
        print("skipped: Chromium's driver is not installed (Debian: chromium, chromium-driver)")
        return 0
    try:
        drive(options.page, [
            shows_itself, tells_verdicts, reads_curves, shows_activity, begins_with_a_skip_link, plays,
            scrubs_by_keyboard, picks_floors, shows_particles, shows_errors_by_place, follows_the_phone,
            moves_along_time_lines, zooms, jumps, lists_moments, changes_colours, finds_figures, fits_a_phone,
        ], options.screenshots, "run")
        if options.compare:
            drive(options.compare, [shows_itself, compares, changes_colours, fits_a_phone],
                  options.screenshots, "compared")
        if options.plans:
            drive(options.plans, [shows_itself, lays_floor_plans, picks_floors, changes_colours],
                  options.screenshots, "plans")
        if options.hostile:
            drive(options.hostile, [shows_hostile_names, shows_itself], options.screenshots, "hostile")
        if options.weeks:
            drive(options.weeks, [opens_soon, tells_what_moved, filters_figures, fits_a_phone],
                  options.screenshots, "weeks")
    except (AssertionError, RuntimeError) as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
