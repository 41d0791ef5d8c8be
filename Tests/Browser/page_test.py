"""Drives report pages in headless Chromium: play, floors, jumps, and no console errors.

Usage: page_test.py PAGE [--compare PAGE] [--plans PAGE] [--recordings PAGE] [--hostile PAGE]
                    [--weeks PAGE] [--plain PAGE]... [--picture SVG]... [--screenshots DIR]

PAGE is of three seeds on several floors; --compare names one of two runs; --plans one with pictures of
floors under it; --recordings one of two replays without locations; --weeks one of a campaign over a year; --plain ones
without a script, of twins and suites; --picture drawings; --hostile one whose scenario is called `<script>window.hacked = 1</script>`. Without Chromium's driver, it says so and does nothing.
"""

import argparse
import importlib.util
import json
import os
import re
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


DATA = "return document.getElementById('data').textContent"

# Counts pixels of the plan by their contrast to its ground, and measures what is drawn.
PLAN = """
const canvas = document.querySelector('.plan canvas');
const { width, height } = canvas;
// A copy is read, as the browser warns of repeated reads of the plan's own canvas.
const copy = Object.assign(document.createElement('canvas'), { width, height })
  .getContext('2d', { willReadFrequently: true });
const read = () => { copy.drawImage(canvas, 0, 0); return copy.getImageData(0, 0, width, height).data; };
const pixels = read();
const light = at => [0, 1, 2].map(part => pixels[at + part] / 255)
  .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, part) => sum + v * [0.2126, 0.7152, 0.0722][part], 0);
const same = (a, b) => [0, 1, 2].every(part => Math.abs(pixels[a + part] - pixels[b + part]) < 3);
"""
EXTENT = PLAN + """
const box = [width, 0, height, 0];
let isCut = false;
for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
  if (same(0, 4 * (y * width + x))) continue;
  if (!x || !y || x === width - 1 || y === height - 1) isCut = true;
  box[0] = Math.min(box[0], x); box[1] = Math.max(box[1], x);
  box[2] = Math.min(box[2], y); box[3] = Math.max(box[3], y);
}
return [isCut, (box[1] - box[0]) / width, (box[3] - box[2]) / height];
"""
# The number of pixels that a layer changes to a colour with a contrast of at least three.
STRONG = PLAN + """
const before = pixels.slice();
document.getElementById('layer-' + arguments[0]).click();
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const after = read();
  let count = 0;
  for (let at = 0; at < before.length; at += 4) {
    if ([0, 1, 2].every(part => before[at + part] === after[at + part])) continue;
    const [a, b] = [light(at), light(0)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) count++;
  }
  document.getElementById('layer-' + arguments[0]).click();
  requestAnimationFrame(() => requestAnimationFrame(() => done(count)));
})));
"""
# The canvases in the order in which the plan draws them, and what is drawn on each of them.
TRACE = """
const seen = [], drawn = new Map(), pen = CanvasRenderingContext2D.prototype;
const of = canvas => { if (!drawn.has(canvas)) drawn.set(canvas, { cells: 0, names: [], halos: [] });
  return drawn.get(canvas); };
const patched = { fillRect: function () { of(this.canvas).cells++; },
  fillText: function (text) { of(this.canvas).names.push(text); },
  strokeText: function (text) { of(this.canvas).halos.push(text); },
  drawImage: function (image) { seen.push(image); } };
const old = {};
for (const [name, note] of Object.entries(patched)) {
  old[name] = pen[name];
  pen[name] = function (...given) { note.apply(this, given); return old[name].apply(this, given); };
}
document.getElementById('layer-errors').click();
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  Object.assign(pen, old);
  done(seen.map(image => drawn.get(image) || null));
})));
"""
NARROW = """
const cut = [];
for (const box of document.querySelectorAll('body *')) {
  if (!/auto|scroll/.test(getComputedStyle(box).overflowX) || box.matches('select, input, textarea')) continue;
  if (box.getClientRects().length && box.scrollWidth > box.clientWidth) {
    cut.push(`${box.getAttribute('aria-label') || box.className || box.tagName}: ${box.scrollWidth} of ${box.clientWidth}`);
  }
}
// A word is what is between spaces, dots, slashes and underscores.
for (const cell of document.querySelectorAll('#budgets td, #compared td, .tile .what')) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const word of node.textContent.matchAll(/[^\\s._/]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) cut.push(`broken: ${word[0]}`);
    }
  }
}
return cut;
"""
# Visible controls, with radio buttons as one, in the order of the page; and those that have had the focus.
CONTROLS = """
const names = new Map();
const all = [...document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')]
  .filter(e => !e.disabled && e.checkVisibility() && (e.type !== 'radio' || e.checked));
return all.map((e, index) => { e.dataset.control = index; return e.id || e.outerHTML.slice(0, 80); });
"""
EMPTY = """
const empty = [];
for (const section of document.querySelectorAll('main section')) {
  if (!section.checkVisibility()) continue;
  const words = [...section.children].filter(e => !e.matches('.heading, h2')).map(e => e.textContent.trim()).join('');
  if (!words) empty.push(section.id);
  if (/^(None|No |The run has no)/.test(words)) empty.push(`${section.id}: ${words.slice(0, 40)}`);
}
for (const box of document.querySelectorAll('select')) {
  if (box.checkVisibility() && !box.options.length) empty.push(box.id);
}
for (const link of document.querySelectorAll('nav a')) {
  const isThere = document.querySelector(link.getAttribute('href')).checkVisibility();
  if (link.checkVisibility() !== isThere) empty.push(`link ${link.textContent}`);
}
return empty;
"""


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


def dress(browser, width, height, is_dark=False):
    """Sets the size of the page, and the system's colour scheme in place of the page's button."""
    browser.run("delete document.documentElement.dataset.theme")
    browser.emulate(width, height, is_dark)
    browser.run(SETTLE)


def page_data(browser):
    return json.loads(browser.run(DATA))


def opens_on_the_median_seed(browser):
    run = page_data(browser)["runs"][0]
    errors = {row[1]: row[5] for row in run["figures"]
              if row[1] != "all" and row[3:5] == ["horizontal_error", "p50"]}
    check(len(errors) == 3, f"seeds {errors}")
    median = sorted(errors, key=errors.get)[1]
    words = browser.run("return document.getElementById('opening').textContent")
    check(f"seed {median}" in words and "median of 3 seeds" in words, f"seed {median} of {errors}, not '{words}'")
    chosen = browser.run("return document.getElementById('device').selectedOptions[0].textContent")
    check(chosen.endswith(f"seed {median}"), f"shows {chosen}")
    floor = browser.run("return document.querySelector('#floors input:checked[type=radio]').nextSibling.textContent")
    check(floor != "Outdoors", "opens outdoors")
    shown = browser.run("return [...document.querySelectorAll('.now div')].map(d => d.textContent)"
                       ".find(text => text.startsWith('Floor'))")
    check(shown.endswith(f"{floor} → {floor}"), f"{shown} on floor {floor}")
    is_cut, wide, high = browser.run(EXTENT)
    check(not is_cut, "the plan is cut")
    check(max(wide, high) > 0.9 and wide * high > 0.5, f"the plan fills {wide:.2f} x {high:.2f}")


def puts_verdicts_first(browser):
    ids = browser.run("return [...document.querySelectorAll('main section')].map(s => s.id)")
    check(ids.index("verdicts") < ids.index("replay"), f"sections {ids}")
    links = browser.run("return [...document.querySelectorAll('nav a')].map(a => a.getAttribute('href').slice(1))")
    check(links == ids, f"links {links} of {ids}")
    check(browser.run("return document.querySelector('#tiles').getBoundingClientRect().bottom"
                      " <= document.querySelector('.plan').getBoundingClientRect().top"), "tiles below the plan")


def shows_both_tracks(browser):
    # A floor where the phone isn't now has no recent trail.
    papers = set()
    for is_dark in (False, True):
        dress(browser, 1280, 1400, is_dark)
        papers.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
        seek(browser, 3000)
        browser.run("[...document.querySelectorAll('#floors input[type=radio]')]"
                    ".find(i => i.nextSibling.textContent === 'G').click()")
        browser.run(SETTLE)
        for layer, wanted in (("path", 600), ("fixes", 600)):
            count = browser.run(STRONG, layer)
            check(count > wanted, f"{count} pixels of '{layer}' are visible, {'dark' if is_dark else 'light'}")
    check(len(papers) == 2, f"light and dark are the same: {papers}")
    dress(browser, 1280, 1400)
    browser.run("document.getElementById('follow').click()")


def folds_constant_lanes(browser):
    check(not browser.run("return document.querySelector('#lanes details').open"), "constant lanes are open")
    items = browser.run("return [...document.querySelectorAll('#lanes li')].map(i => i.textContent)")
    check("Accelerometer: on" in items, f"constant lanes {items}")
    check(not any(item.startswith(("Activity", "Floor", "GNSS")) for item in items), f"constant lanes {items}")
    height = browser.run("return document.querySelector('#lanes canvas').clientHeight")
    check(height < 420, f"time lines of {height} pixels")


def draws_names_above_errors(browser):
    drawn = browser.run(TRACE)
    cells = [index for index, part in enumerate(drawn) if part and part["cells"] > 5]
    names = [index for index, part in enumerate(drawn) if part and part["names"] and not part["cells"]]
    check(cells and names and min(cells) < min(names), f"drawn in this order: {drawn}")
    part = drawn[names[0]]
    check(len(part["names"]) >= 3 and part["names"] == part["halos"], f"names {part}")
    browser.run("document.getElementById('layer-errors').click()")
    browser.run(SETTLE)


def draws_rooms_outdoors(browser):
    browser.run("[...document.querySelectorAll('#floors input[type=radio]')]"
                ".find(i => i.nextSibling.textContent === 'Outdoors').click()")
    bring_up(browser, "#zoom-fit")
    browser.click("#zoom-fit")
    browser.run(SETTLE)
    # Pixels of the rooms' edges, within the building.
    count = browser.run(PLAN + """
        const pen = document.createElement('canvas').getContext('2d');
        pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--edge').trim() || '#f0f';
        pen.fillRect(0, 0, 1, 1);
        const wanted = pen.getImageData(0, 0, 1, 1).data;
        let count = 0;
        for (let at = 0; at < pixels.length; at += 4) {
          if ([0, 1, 2].every(part => Math.abs(pixels[at + part] - wanted[part]) < 24)) count++;
        }
        return count;""")
    check(count > 1500, f"{count} pixels of rooms' edges")
    is_cut, wide, high = browser.run(EXTENT)
    check(max(wide, high) > 0.85, f"outdoors, the plan fills {wide:.2f} x {high:.2f}")
    browser.run("document.getElementById('follow').click()")


def aligns_controls(browser):
    words = browser.run("return [...document.querySelectorAll('#stage label, #stage > .scene .key:not(#errors-key *) li,'"
                        "+ 'option, legend, summary')]"
                        ".filter(e => e.checkVisibility() || e.tagName === 'OPTION')"
                        ".map(e => e.textContent.trim()).filter(Boolean)")
    devices = browser.run("return [...document.getElementById('device').options].map(o => o.textContent)")
    small = [word for word in words if word not in devices and word[0].islower()]
    check(not small, f"not in sentence case: {small}")
    for width in (1280, 390):
        dress(browser, width, 1400)
        browser.run(SETTLE)
        boxes = browser.run("return [...document.querySelectorAll('#layers input')].map(i => {"
                            "const b = i.getBoundingClientRect(); return [Math.round(b.left), Math.round(b.top)]; })")
        first = [left for left, top in boxes if top == boxes[0][1]]
        check({left for left, _ in boxes} == set(first), f"checkboxes at {boxes}, {width} pixels wide")
    dress(browser, 1280, 1400)


def reaches_controls_by_keyboard(browser):
    browser.run("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0);"
                "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
    controls = browser.run(CONTROLS)
    reached = set()
    for _ in range(len(controls) + 5):
        browser.press("\ue004")
        number = browser.run("return document.activeElement.dataset.control ?? null")
        if number is not None:
            reached.add(int(number))
    missing = [name for index, name in enumerate(controls) if index not in reached]
    check(not missing, f"Tab doesn't reach {missing} of {len(controls)}")


def satisfies_axe(browser):
    """Runs axe-core, if the package axe-core-python is installed."""
    package = importlib.util.find_spec("axe_core_python")
    if package is None:
        print("    without axe-core: the Python package axe-core-python is not installed")
        return
    with open(os.path.join(package.submodule_search_locations[0], "axe.min.js")) as file:
        axe = file.read()
    for width in (1280, 390):
        for is_dark in (False, True):
            dress(browser, width, 1400, is_dark)
            browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            browser.run(SETTLE)
            browser.command("Runtime.evaluate", {"expression": axe})
            # Some rows of the long tables stand for all of them.
            found = browser.run("return axe.run({exclude: [['tbody tr:nth-child(n+9)']]}).then(r => r.violations.map(v =>"
                                "`${v.id}: ${v.nodes.slice(0, 2).map(n => n.html.slice(0, 99)).join('; ')}`))")
            check(not found, f"axe-core, {width} pixels wide: {found}")
    browser.run("document.querySelectorAll('details').forEach(d => { d.open = false; })")
    dress(browser, 1280, 1400)


def keeps_three_digits(browser):
    texts = browser.run("return [...document.querySelectorAll('.tile .figure, #budgets td.n, .now dd, "
                        "#figure-table td.n:not([data-head=n])')].map(e => e.textContent)")
    check(len(texts) > 20, f"only {texts}")
    for text in texts:
        check(" share" not in text, f"'{text}' is no percentage")
        for number in re.findall(r"\d[\d,.]*(?:e[+-]?\d+)?", text):
            digits = re.sub(r"[,.]", "", number).lstrip("0").rstrip("0")
            check("e" not in number and len(digits) <= 3, f"'{number}' in '{text}'")


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
          "nothing says how late changes were reported")


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
        shown = browser.run("return [...document.querySelectorAll('.now dt')].find(d => d.textContent.startsWith("
                           "'Floor')).nextSibling.textContent").split(" → ")[-1]
        label = browser.run("return document.querySelectorAll('#floors input[type=radio]')[arguments[0]]"
                            ".nextSibling.textContent", browser.run(picked))
        check(shown.lower() in (label.lower(), "outdoors", "–"), f"shows {label} while {shown} is shown")
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
        command = browser.run("const p = document.getElementById('moment-why'); return p.hidden ? '' : p.textContent")
        check(("venuesim explain" in command and " location@" in command) == (kind in ("error", "honesty")),
              f"the command for the kind '{kind}' is '{command}'")


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
    dress(browser, 390, 844)
    browser.run(SETTLE)
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, f"{wide} pixels stick out on a narrow screen")
    cut = browser.run(NARROW)
    check(not cut, f"on a narrow screen: {cut}")
    dress(browser, 1280, 1400)


def fits_the_window(browser):
    """A drawing is as wide as a narrow window, keeps its own size in a wide one, and its shape in both."""
    shape = "const b = document.documentElement.getBoundingClientRect(), v = document.documentElement.viewBox.baseVal;" \
        "return [b.width, b.height, v.width, v.height, innerWidth, document.documentElement.getAttribute('width')]"
    for window in (390, 3000):
        browser.emulate(window, 2000, False)
        width, height, natural, tall, inner, own = browser.run(shape)
        check(abs(width - min(inner, float(own))) <= 20, f"{width} pixels of {own} in a window of {inner}")
        check(abs(height / width - tall / natural) < 0.01, f"{width} x {height}, not {natural} x {tall}")
    check(browser.run("return document.querySelectorAll('text').length") > 3, "no text")


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
    for selector in (".plan figcaption", "#lanes figcaption", ".activity h3"):
        words = browser.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)
        check([word.split(",")[0] for word in words] == ["Before", "After"], f"{selector}: {words}")
    left = browser.run("return [...document.querySelectorAll('.plan')].map(p => p.getBoundingClientRect().left)")
    check(left[0] < left[1], "the plan before isn't left of the plan after")
    for selector in ("#budgets th", "#compared table:first-of-type th", "#figure-table th"):
        heads = browser.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)
        check(heads.index("After") == heads.index("Before") + 1, f"{selector}: {heads}")
    base = comparison["base"]
    subtitle = browser.run("return document.getElementById('subtitle').textContent")
    check(subtitle.index("Before") < subtitle.index("After"), f"'{subtitle}', compared with {base}")
    plays(browser)
    jumps(browser)


def shows_recordings(browser):
    title = browser.run("return [document.title, document.getElementById('title').textContent]")
    check(title[0].startswith("Replay of 3 recordings") and title[1] == "Replay of 3 recordings", f"title {title}")
    check(not browser.run(EMPTY), f"empty: {browser.run(EMPTY)}")
    data = page_data(browser)
    after, before = ({row[2]: row[5] for row in run["figures"] if row[2] != "all"
                      and row[3:5] == ["steps.error", "mean"]} for run in data["runs"])
    rows = browser.run("""return [...document.querySelectorAll('figure.recordings tbody tr')].map(row => [
        row.querySelector('th').textContent, row.children[1].textContent, row.children[3].textContent,
        ...['before', 'after'].map(kind => Number(row.querySelector(`circle.${kind}`).getAttribute('cx')))])""")
    check({row[0] for row in rows} == set(before) == set(after) and len(rows) == 3, f"recordings {rows}")
    # The marks lie on a common linear axis.
    marks = sorted([(before[row[0]], row[3]) for row in rows] + [(after[row[0]], row[4]) for row in rows])
    (low, left), (high, right) = marks[0], marks[-1]
    check(high > low and right > left, f"marks {marks}")
    for value, x in marks:
        check(abs(left + (value - low) / (high - low) * (right - left) - x) < 0.2, f"{value} at {x} of {marks}")
    for name, shown, changed, *_ in rows:
        for text, value in ((shown, before[name]), (changed, after[name])):
            check(abs(float(text.split()[0]) - 100 * value) < 0.51, f"{name}: {text} for {value}")
    heads = browser.run("return [...document.querySelectorAll('figure.recordings th[scope=col]')]"
                        ".map(e => e.textContent)")
    check(heads.index("Before") < heads.index("After"), f"heads {heads}")
    check(browser.run("return document.querySelectorAll('details.recordings').length") >= 1,
          "unchanged figures aren't folded")
    nameless = browser.run(NAMELESS)
    check(not nameless, f"without a name: {nameless}")


def shows_small_values(browser):
    texts = browser.run("return [...document.querySelectorAll('#tiles .figure, #figure-table td')]"
                        ".map(e => e.textContent).filter(text => text.includes('0.052 mm'))")
    check(len(texts) == 2, f"an error of 0.052 mm is shown {len(texts)} times")


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
    shown = browser.run("return JSON.parse(document.getElementById('data').textContent).rows")
    for verdict in ("worse", "better"):
        wanted = sum(row.get("verdict") == verdict for row in shown)
        rows = browser.run(f"return document.querySelectorAll('#{verdict} a').length")
        check(rows == wanted > 0, f"{rows} of {wanted} rows are shown to be {verdict}")


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
            os.makedirs(shots, exist_ok=True)
            for suffix, width, is_dark in (("", 1280, False), ("-dark", 1280, True), ("-narrow", 390, False),
                                           ("-narrow-dark", 390, True)):
                dress(browser, width, 2600, is_dark)
                browser.run("scrollTo(0, 0)")
                browser.run(SETTLE)
                browser.screenshot(os.path.join(shots, name + suffix + ".png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--compare")
    parser.add_argument("--recordings")
    parser.add_argument("--hostile")
    parser.add_argument("--plans")
    parser.add_argument("--weeks")
    parser.add_argument("--plain", action="append", default=[])
    parser.add_argument("--picture", action="append", default=[])
    parser.add_argument("--screenshots")
    options = parser.parse_args()
    if driver_path() is None:
        print("skipped: Chromium's driver is not installed (Debian: chromium, chromium-driver)")
        return 0
    try:
        drive(options.page, [
            shows_itself, opens_on_the_median_seed, puts_verdicts_first, keeps_three_digits, folds_constant_lanes,
            draws_names_above_errors, aligns_controls, tells_verdicts, reads_curves, shows_activity, begins_with_a_skip_link, plays,
            scrubs_by_keyboard, picks_floors, shows_particles, shows_errors_by_place, follows_the_phone,
            moves_along_time_lines, zooms, jumps, lists_moments, changes_colours, finds_figures, fits_a_phone,
            shows_both_tracks, draws_rooms_outdoors, reaches_controls_by_keyboard, satisfies_axe,
        ], options.screenshots, "run")
        if options.compare:
            drive(options.compare, [shows_itself, compares, changes_colours, fits_a_phone, satisfies_axe],
                  options.screenshots, "compared")
        if options.plans:
            drive(options.plans, [shows_itself, lays_floor_plans, picks_floors, changes_colours],
                  options.screenshots, "plans")
        if options.recordings:
            drive(options.recordings, [shows_recordings, changes_colours, fits_a_phone, satisfies_axe],
                  options.screenshots, "recordings")
        if options.hostile:
            drive(options.hostile, [shows_hostile_names, shows_small_values, shows_itself], options.screenshots, "hostile")
        if options.weeks:
            drive(options.weeks, [opens_soon, tells_what_moved, filters_figures, fits_a_phone, satisfies_axe],
                  options.screenshots, "weeks")
        for page in options.plain:
            drive(page, [fits_a_phone, satisfies_axe], options.screenshots, os.path.basename(page)[:-len(".html")])
        for picture in options.picture:
            drive(picture, [fits_the_window], None, os.path.basename(picture))
    except (AssertionError, RuntimeError) as error:
        print(f"failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
