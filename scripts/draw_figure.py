#!/usr/bin/env python3
"""Draws throughput against input size, both axes logarithmic, from the rows of `bench_parser --tsv`.

    draw_figure.py docs/parser-throughput.tsv docs/parser-throughput.svg

Needs Python's standard library alone. The picture brings its own background, light or dark as the reader prefers.
"""
import math
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 920, 500
LEFT, RIGHT, TOP, BOTTOM = 84, 252, 76, 58
LABEL_STEP = 17  # least distance of two labels' lines

# Series in the order in which they are drawn: name in the rows, class of its colour, dashes.
STYLES = {
    "rustg CUDA, in device memory": ("cuda", ""),
    "rustg CUDA, tree left on the device": ("cuda", "7 4"),
    "rustg CUDA, tree to the host": ("cuda", "2 4"),
    "rustg CPU, all threads": ("cpu", ""),
    "rustg CPU, one thread": ("cpu", "7 4"),
    "rustc": ("rustc", ""),
    "syn": ("syn", ""),
}
NAMES = {
    "rustg CUDA, tree left on the device": "CUDA, left on the device",
    "rustg CUDA, tree to the host": "CUDA, to the host",
    "rustc": "rustc 1.95's parser",
    "syn": "syn 2.0.114",
}

STYLE_SHEET = """
text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 13px; fill: #24292f }
.title { font-size: 17px; font-weight: 600 }
.small { font-size: 12px; fill: #57606a }
.back { fill: #ffffff; stroke: #d0d7de }
.grid { stroke: #d8dee4; stroke-width: 1 }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round }
.leader { fill: none; stroke-width: 1; opacity: 0.6 }
.cuda { stroke: #1a7f37 } text.cuda, circle.cuda { stroke: none; fill: #1a7f37 }
.cpu { stroke: #0969da } text.cpu, circle.cpu { stroke: none; fill: #0969da }
.rustc { stroke: #bc4c00 } text.rustc, circle.rustc { stroke: none; fill: #bc4c00 }
.syn { stroke: #8250df } text.syn, circle.syn { stroke: none; fill: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .small { fill: #9198a1 } .back { fill: #0d1117; stroke: #3d444d } .grid { stroke: #2a313c }
  .cuda { stroke: #3fb950 } text.cuda, circle.cuda { fill: #3fb950 }
  .cpu { stroke: #58a6ff } text.cpu, circle.cpu { fill: #58a6ff }
  .rustc { stroke: #f0883e } text.rustc, circle.rustc { fill: #f0883e }
  .syn { stroke: #bc8cff } text.syn, circle.syn { fill: #bc8cff }
}
"""


def read_rows(path):
    """The heading, and for each series its points (input bytes, MB/s) in order of size."""
    heading, series = "", {}
    with open(path, encoding="utf-8") as rows:
        for line in rows:
            if line.startswith("# "):
                heading = line[2:].strip()
            if line.startswith("#") or not line.strip():
                continue
            name, n_bytes, rate = line.rstrip("\n").split("\t")[:3]
            if name not in STYLES:
                sys.exit(f"{path}: no style for the series {name!r}")
            if float(rate) > 0:
                series.setdefault(name, []).append((int(n_bytes), float(rate)))
    for points in series.values():
        points.sort()
    return heading, {name: series[name] for name in STYLES if name in series}


def show_bytes(n_bytes):
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n_bytes >= size:
            return f"{n_bytes // size} {unit}"
    return f"{n_bytes} B"


def show_rate(rate):
    unit, value = ("GB/s", rate / 1000) if rate >= 999.5 else ("MB/s", rate)
    digits = 0 if value >= 99.5 else 1 if value >= 9.95 else 2
    text = f"{value:.{digits}f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} {unit}"


class Axes:
    def __init__(self, series):
        sizes = [n_bytes for points in series.values() for n_bytes, _ in points]
        rates = [rate for points in series.values() for _, rate in points]
        self.low_x, self.high_x = math.log2(min(sizes)) - 0.3, math.log2(max(sizes)) + 0.3
        self.low_y, self.high_y = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))

    def x(self, n_bytes):
        return LEFT + (math.log2(n_bytes) - self.low_x) / (self.high_x - self.low_x) * (WIDTH - LEFT - RIGHT)

    def y(self, rate):
        return HEIGHT - BOTTOM - (math.log10(rate) - self.low_y) / (self.high_y - self.low_y) * (HEIGHT - TOP - BOTTOM)


def draw_grid(axes, out):
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    for power in range(axes.low_y, axes.high_y + 1):
        y = axes.y(10.0**power)
        out.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{show_rate(10.0**power)}</text>')
    step = 2 if axes.high_x - axes.low_x < 13 else 4
    for power in range(math.ceil(axes.low_x), math.floor(axes.high_x) + 1):
        if power % 2 or (power - 10) % step:
            continue
        x = axes.x(2**power)
        out.append(f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{show_bytes(2**power)}</text>')
    out.append(f'<text class="small" x="{(LEFT + right) / 2:.0f}" y="{bottom + 42}" text-anchor="middle">'
               "source bytes a call</text>")


def place_labels(axes, series):
    """name -> y of its label; labels to the right of the plot, pushed apart where they would meet."""
    wanted = sorted((axes.y(points[-1][1]), name) for name, points in series.items())
    places = [y for y, _ in wanted]
    for _ in range(200):
        for i in range(len(places) - 1):
            overlap = LABEL_STEP - (places[i + 1] - places[i])
            if overlap > 0:
                places[i] -= overlap / 2
                places[i + 1] += overlap / 2
        for i, y in enumerate(places):
            places[i] = min(max(y, TOP + 4), HEIGHT - BOTTOM)
    return {name: y for (_, name), y in zip(wanted, places)}


def draw_series(axes, series, out):
    labels = place_labels(axes, series)
    for name, points in series.items():
        colour, dashes = STYLES[name]
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        path = "L".join(f"{axes.x(n_bytes):.1f} {axes.y(rate):.1f}" for n_bytes, rate in points)
        out.append(f'<path class="line {colour}"{dash} d="M{path}"/>')
        out += [f'<circle class="{colour}" cx="{axes.x(n_bytes):.1f}" cy="{axes.y(rate):.1f}" r="2.6"/>'
                for n_bytes, rate in points]
        n_bytes, rate = points[-1]
        x, y, label_x, label_y = axes.x(n_bytes), axes.y(rate), WIDTH - RIGHT + 14, labels[name]
        out.append(f'<path class="leader {colour}" stroke-dasharray="1 3" '
                   f'd="M{x + 5:.1f} {y:.1f}L{max(WIDTH - RIGHT, x + 5):.1f} {y:.1f}L{label_x - 3} {label_y:.1f}"/>')
        short = NAMES.get(name, name.replace("rustg ", ""))
        out.append(f'<text class="{colour}" x="{label_x}" y="{label_y + 4:.1f}">{escape(short)}'
                   f'<tspan class="small" dx="6">{show_rate(rate)}</tspan></text>')


def draw(heading, series):
    axes = Axes(series)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
           'role="img" aria-label="Throughput of parsing against input size">',
           f"<style>{STYLE_SHEET}</style>",
           f'<rect class="back" x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="6"/>',
           f'<text class="title" x="20" y="32">Rust source to AST: throughput by input size</text>',
           f'<text class="small" x="20" y="53">{escape(heading)}</text>']
    draw_grid(axes, out)
    draw_series(axes, series, out)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    heading, series = read_rows(sys.argv[1])
    if not series:
        sys.exit(f"{sys.argv[1]}: no rows")
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(draw(heading, series))


main()
