"""The picture of the table: ratios of speed on a logarithmic axis with their spread, and accuracies beside."""

import math
from xml.sax.saxutils import escape

from .sums import COLUMNS, US

WIDTH, LEFT, RIGHT = 1180, 400, 800
ROW, GAP, TOP = 24, 14, 124
LIGHT = {"paper": "#fbfaf7", "ink": "#23272e", "soft": "#626a76", "grid": "#e4e2dc", "one": "#23272e",
         "band": "#f1efe8", "ahead": "#0b7a75", "behind": "#b4470f"}
DARK = {"paper": "#14171c", "ink": "#e6e8eb", "soft": "#9aa3ad", "grid": "#2b3038", "one": "#e6e8eb",
        "band": "#1b1f26", "ahead": "#4cc5bd", "behind": "#ff9a5c"}


def colours(scheme):
    rules = [f".{name} {{ fill: {colour} }} .{name}-line {{ stroke: {colour} }}"
             for name, colour in scheme.items()]
    return " ".join(rules)


def head(height):
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" \
height="{height}" role="img" aria-label="How many times as fast as its peers VenueSim is, and how accurate both are">
<style>
text {{ font: 13px system-ui, Helvetica, Arial, sans-serif }}
.title {{ font-size: 20px; font-weight: 600 }} .small {{ font-size: 12px }} .name {{ font-weight: 600 }}
.end {{ text-anchor: end }} .middle {{ text-anchor: middle }} .figure {{ font-variant-numeric: tabular-nums }}
.spread {{ stroke-width: 2 }} .thin {{ stroke-width: 1; fill: none }}
{colours(LIGHT)}
@media (prefers-color-scheme: dark) {{ {colours(DARK)} }}
</style>
<rect class="paper" width="100%" height="100%"/>"""


def times(ratio):
    """A ratio as text, with two significant digits."""
    rounded = float(f"{ratio:.2g}")
    return f"{rounded:.{max(0, 1 - math.floor(math.log10(rounded)))}f} ×"


def figure(text):
    return f"{float(text):.4g}" if text else "–"


class Axis:
    """Ratios on an axis between the powers of ten around them."""

    def __init__(self, ratios):
        self.low = min(-0.5, math.log10(min(ratios, default=1)) - 0.1)
        self.high = max(0.5, math.log10(max(ratios, default=1)) + 0.1)

    def x(self, ratio):
        share = (math.log10(ratio) - self.low) / (self.high - self.low)
        return round(LEFT + share * (RIGHT - LEFT), 1)

    def ticks(self):
        return [10.0**power for power in range(math.ceil(self.low), math.floor(self.high) + 1)]


def mark(row, axis, y):
    """The spread as a line and the median as a disc, or where VenueSim is behind as a diamond."""
    middle, low, high = (
        axis.x(float(row[name])) for name in ("ratio_median", "ratio_low", "ratio_high"))
    kind = "ahead" if row["verdict"].startswith("ahead") else "behind"
    shape = (f'<circle class="{kind}" cx="{middle}" cy="{y}" r="5"/>' if kind == "ahead" else
             f'<path class="{kind}" d="M{middle} {y - 7}l7 7l-7 7l-7 -7z"/>')
    return [f'<path class="spread {kind}-line" d="M{low} {y}H{high}"/>', shape,
            f'<text class="figure end {kind} name" x="{RIGHT + 66}" y="{y + 4}">'
            f'{times(float(row["ratio_median"]))}</text>']


def accuracy(row, ours):
    """The compared figure, ours and theirs; the second one if VenueSim is worse in it."""
    which = "other" if f"worse in {row['other_name']}" == row["verdict"] else "accuracy"
    name = row[which + "_name"]
    if not name:
        return ""
    label = name.replace("_", " ").replace(" m", ", m") if name.endswith("_m") else name.replace("_", " ")
    return f"{label}: {figure(ours[which])} | {figure(row[which])}"


def draw_row(row, ours, axis, y):
    parts = [f'<text class="ink end" x="{LEFT - 18}" y="{y + 4}">{escape(row["tool"])}</text>']
    if not row["ratio_median"]:
        why = escape(row["verdict"][:70])
        return parts + [f'<text class="soft small" x="{LEFT + 8}" y="{y + 4}">{why}</text>']
    parts += mark(row, axis, y)
    tone = "behind" if "worse in" in row["verdict"] else "soft"
    parts.append(f'<text class="{tone} small figure" x="{RIGHT + 84}" y="{y + 4}">'
                 f'{escape(accuracy(row, ours))}</text>')
    return parts


def grid(axis, bottom):
    parts = []
    for tick in axis.ticks():
        kind = "one-line" if tick == 1 else "grid-line"
        x = axis.x(tick)
        parts += [f'<path class="thin {kind}" d="M{x} {TOP - 12}V{bottom}"/>',
                  f'<text class="soft small middle" x="{x}" y="{TOP - 20}">{tick:g} ×</text>']
    one = axis.x(1)
    return parts + [f'<text class="ink small middle name" x="{one}" y="{TOP - 36}">as fast</text>']


def write(path, table):
    """Draws rows of the table, one for each peer, in groups by task."""
    found = [dict(zip(COLUMNS, map(str, row))) for row in table]
    ours = {(row["discipline"], row["task"]): row for row in found if row["tool"] == US}
    peers = [row for row in found if row["tool"] != US]
    axis = Axis([float(row[name]) for row in peers for name in ("ratio_low", "ratio_high") if row[name]])
    body, y, last, number = [], TOP, None, 0
    for row in peers:
        task = (row["discipline"], row["task"])
        if task != last:
            count = sum((other["discipline"], other["task"]) == task for other in peers)
            y += GAP if last and last[0] != task[0] else 0
            number += last is None or last[0] != task[0]
            height = ROW * (count + 1) + 4
            body.append(f'<rect class="{"band" if number % 2 else "paper"}" x="12" y="{y}" '
                        f'width="{WIDTH - 24}" height="{height}"/>')
            body.append(f'<text class="ink" x="24" y="{y + 17}"><tspan class="name">'
                        f'{escape(task[0])}</tspan>  {escape(task[1])}</text>')
            y, last = y + ROW, task
        body.append((row, y + 8))
        y += ROW
    bottom = y + 8
    parts = [head(bottom + 44)]
    parts += [f'<text class="title ink" x="24" y="36">How many times as fast as its peers VenueSim is</text>',
              '<text class="soft" x="24" y="57">Median of pairs of runs in turns, with the least and the '
              'greatest; one thread.</text>',
              f'<text class="soft small" x="{RIGHT + 84}" y="{TOP - 20}">accuracy: VenueSim | peer</text>']
    parts += [part for part in body if isinstance(part, str)]
    parts += grid(axis, bottom)
    for part in body:
        if not isinstance(part, str):
            row, at = part
            parts += draw_row(row, ours[(row["discipline"], row["task"])], axis, at)
    parts += [f'<circle class="ahead" cx="30" cy="{bottom + 22}" r="5"/>',
              f'<text class="soft small" x="44" y="{bottom + 26}">faster, at equal or better accuracy</text>',
              f'<path class="behind" d="M270 {bottom + 15}l7 7l-7 7l-7 -7z"/>',
              f'<text class="soft small" x="284" y="{bottom + 26}">slower, or less accurate</text>', "</svg>"]
    with open(path, "w") as file:
        file.write("\n".join(parts) + "\n")
