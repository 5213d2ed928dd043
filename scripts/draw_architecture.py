#!/usr/bin/env python3
"""Draws docs/architecture.svg from docs/architecture.txt: draw_architecture.py [--check]

--check: exit status 1 where the drawing is not what the text gives."""
import pathlib
import shlex
import sys
from xml.sax.saxutils import escape

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
WIDTH, HEIGHT, GAP_X, GAP_Y, LEFT, TOP = 170, 56, 96, 64, 30, 50


def read(text):
    boxes, arrows = {}, []
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "box":
            boxes[words[1]] = (int(words[2]), int(words[3]), words[4], " ".join(words[5:]))
        else:
            arrows.append(tuple(words))
    return boxes, arrows


def corner(box):
    return LEFT + box[1] * (WIDTH + GAP_X), TOP + box[0] * (HEIGHT + GAP_Y)


def ends(a, b):
    """Where an arrow leaves box a and meets box b."""
    (ax, ay), (bx, by) = corner(a), corner(b)
    if a[0] == b[0]:
        right = bx > ax
        return (ax + WIDTH if right else ax, ay + HEIGHT / 2), (bx if right else bx + WIDTH, by + HEIGHT / 2)
    down = by > ay
    return (ax + WIDTH / 2, ay + HEIGHT if down else ay), (bx + WIDTH / 2, by if down else by + HEIGHT)


def draw(boxes, arrows):
    rows, columns = max(b[0] for b in boxes.values()) + 1, max(b[1] for b in boxes.values()) + 1
    width, height = 2 * LEFT + columns * (WIDTH + GAP_X) - GAP_X, TOP + rows * (HEIGHT + GAP_Y) - GAP_Y + LEFT
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (width, height),
           '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
           '<path d="M0 0L8 4L0 8z"/></marker></defs>', '<rect width="100%" height="100%" fill="white"/>']
    for kind, source, target, text in arrows:
        (x1, y1), (x2, y2) = ends(boxes[source], boxes[target])
        if kind == "arrow":
            out.append('<line x1="%g" y1="%g" x2="%g" y2="%g" stroke="black" marker-end="url(#tip)"/>' % (x1, y1, x2, y2))
            above = y1 == y2
            out.append('<text x="%g" y="%g" text-anchor="%s" font-size="10">%s</text>' % (
                (x1 + x2) / 2 + (0 if above else 6), (y1 + y2) / 2 - (6 if above else -4), "middle" if above else "start", escape(text)))
        elif boxes[source][0] == boxes[target][0]:
            sx, tx, y = corner(boxes[source])[0] + WIDTH / 2, corner(boxes[target])[0] + WIDTH / 2, corner(boxes[source])[1]
            out.append('<path d="M%g %gC%g %g %g %g %g %g" fill="none" stroke="#888" stroke-dasharray="4 3" marker-end="url(#tip)"/>' % (
                sx, y, sx, y - 40, tx, y - 40, tx, y))
            out.append('<text x="%g" y="%g" text-anchor="middle" font-size="10" fill="#666">%s</text>' % ((sx + tx) / 2, y - 34, escape(text)))
        else:
            out.append('<path d="M%g %gC%g %g %g %g %g %g" fill="none" stroke="#888" stroke-dasharray="4 3" marker-end="url(#tip)"/>' % (
                x1 + 40, y1, x1 + 60, (y1 + y2) / 2, x2 + 60, (y1 + y2) / 2, x2 + 40, y2))
            out.append('<text x="%g" y="%g" font-size="10" fill="#666">%s</text>' % (x1 - 128, (y1 + y2) / 2 + 4, escape(text)))
    for box in boxes.values():
        x, y = corner(box)
        out.append('<rect x="%g" y="%g" width="%d" height="%d" rx="6" fill="#eef" stroke="#446"/>' % (x, y, WIDTH, HEIGHT))
        out.append('<text x="%g" y="%g" text-anchor="middle" font-weight="bold">%s</text>' % (x + WIDTH / 2, y + 24, escape(box[2])))
        if box[3] != "-":
            out.append('<text x="%g" y="%g" text-anchor="middle" font-size="10" fill="#446">%s</text>' % (x + WIDTH / 2, y + 42, escape(box[3])))
    return "\n".join(out + ["</svg>", ""])


def main():
    svg = draw(*read((DOCS / "architecture.txt").read_text()))
    if "--check" in sys.argv:
        same = (DOCS / "architecture.svg").read_text() == svg
        print("docs/architecture.svg is %s" % ("drawn from its text" if same else "old: scripts/draw_architecture.py draws it"))
        return not same
    (DOCS / "architecture.svg").write_text(svg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
