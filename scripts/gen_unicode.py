#!/usr/bin/env python3
"""Write src/lexer/lex_unicode_tables.h from Unicode's data files, or src/lexer/lex_case_tables.h from what rustc knows.

usage: gen_unicode.py VERSION DerivedCoreProperties.txt emoji-data.txt > lex_unicode_tables.h
       rustc tests/lexer/char_case.rs && ./char_case | gen_unicode.py case > lex_case_tables.h

Reads XID_Start and XID_Continue from the first file and Emoji from the second; of Emoji only characters beyond ASCII
count. Each property becomes a row of block numbers; blocks are bitmaps shared by all three. Cases become ranges of
characters beyond ASCII, each of every or every second one.
"""
import sys

BLOCK = 512  # code points a block: 16 words of 32 bits


def read_property(path, wanted):
    points = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = [field.strip() for field in line.split("#")[0].split(";")]
            if len(fields) < 2 or fields[1] != wanted:
                continue
            first, _, last = fields[0].partition("..")
            points.update(range(int(first, 16), int(last or first, 16) + 1))
    if not points:
        sys.exit(f"gen_unicode: no {wanted} in {path}")
    return points


def words_of(points, block):
    words = [0] * (BLOCK // 32)
    for bit in range(BLOCK):
        if block * BLOCK + bit in points:
            words[bit // 32] |= 1 << bit % 32
    return tuple(words)


def print_rows(values, per_row, form):
    for i in range(0, len(values), per_row):
        print("    " + " ".join(form.format(value) + "," for value in values[i : i + per_row]))


def ranges_of(deltas):
    """Of the code points with their deltas: first, last, step and delta of what has one delta and lies in one step."""
    ranges = []
    for point in sorted(deltas):
        if ranges:
            first, last, step, delta = ranges[-1]
            gap = point - last
            if delta == deltas[point] and gap <= 2 and (gap == step or first == last) and point - first < 1 << 16:
                ranges[-1] = (first, point, gap, delta)
                continue
        ranges.append((point, point, 1, deltas[point]))
    return ranges


def print_ranges(name, deltas):
    ranges = ranges_of(deltas)
    print(f"\n#define LEX_{name.upper()}_RANGES {len(ranges)}u")
    print(f"static const lex_case_range lex_{name}_range[{len(ranges)}] = {{")
    print_rows([f"{{0x{first:X}, {delta}, {last - first}, {step}}}" for first, last, step, delta in ranges], 4, "{}")
    print("};")


def print_longer(name, texts):
    print(f"\n#define LEX_{name.upper()}_LONGER {len(texts)}u")
    print(f"static const uint32_t lex_{name}_longer[{len(texts)}][4] = {{")
    rows = [[point] + text + [0] * (3 - len(text)) for point, text in sorted(texts.items())]
    print_rows(["{" + ", ".join(f"0x{c:X}" if c else "0" for c in row) + "}" for row in rows], 3, "{}")
    print("};")


def write_case():
    version = sys.stdin.readline().strip()
    lower, upper, to_lower, to_upper = {}, {}, {}, {}
    for line in sys.stdin:
        point, is_lower, is_upper, *both = line.split()
        point = int(point, 16)
        if point < 0x80:
            continue
        lower.update({point: 0} if is_lower == "1" else {})
        upper.update({point: 0} if is_upper == "1" else {})
        for case, text in zip((to_lower, to_upper), both):
            text = [int(c, 16) for c in text.split(",")]
            if text != [point]:
                case[point] = text
    print(f"/* lex_case_tables.h: lower and upper case, beyond ASCII, of Unicode {version}.")
    print(" * Made by scripts/gen_unicode.py; do not edit.")
    print(" * A range has its first character and, in steps, others up to its last one. What becomes longer is in a")
    print(" * list of its own. */")
    print("/* clang-format off */")
    print("#ifndef RUSTG_LEX_CASE_TABLES_H\n#define RUSTG_LEX_CASE_TABLES_H\n")
    print("#include <stdint.h>\n")
    print(f'#define LEX_CASE_VERSION "{version}"\n')
    print("typedef struct lex_case_range {\n    uint32_t first;\n    int32_t delta; /* to the other case */")
    print("    uint16_t to_last, step; /* to_last: from the first to the last one */\n} lex_case_range;")
    print_ranges("lowercase", lower)
    print_ranges("uppercase", upper)
    for name, case in (("to_lowercase", to_lower), ("to_uppercase", to_upper)):
        print_ranges(name, {point: text[0] - point for point, text in case.items() if len(text) == 1})
        print_longer(name, {point: text for point, text in case.items() if len(text) > 1})
    print("\n#endif")


def main():
    if sys.argv[1:] == ["case"]:
        write_case()
        return
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    version, core, emoji = sys.argv[1:]
    properties = [
        ("xid_start", read_property(core, "XID_Start")),
        ("xid_continue", read_property(core, "XID_Continue")),
        ("emoji", {c for c in read_property(emoji, "Emoji") if c >= 0x80}),
    ]
    pool = {}
    print(f"/* lex_unicode_tables.h: XID_Start, XID_Continue and Emoji (beyond ASCII) of Unicode {version}.")
    print(" * Made by scripts/gen_unicode.py; do not edit.")
    print(" * A block is a bitmap of 512 code points; lex_<property>_block gives the block of c >> 9. */")
    print("/* clang-format off */")
    print("#ifndef RUSTG_LEX_UNICODE_TABLES_H\n#define RUSTG_LEX_UNICODE_TABLES_H\n")
    print('#include "base/hd.h"\n')
    print(f'#define LEX_UNICODE_VERSION "{version}"')
    for name, points in properties:
        n_blocks = max(points) // BLOCK + 1
        row = [pool.setdefault(words_of(points, block), len(pool)) for block in range(n_blocks)]
        print(f"\n#define LEX_{name.upper()}_BLOCKS {n_blocks}u")
        print(f"RUSTG_TABLE uint8_t lex_{name}_block[{n_blocks}] = {{")
        print_rows(row, 24, "{}")
        print("};")
    if len(pool) > 256:
        sys.exit("gen_unicode: block numbers no longer fit a byte")
    words = [word for block in pool for word in block]
    print(f"\nRUSTG_TABLE uint32_t lex_unicode_bits[{len(words)}] = {{")
    print_rows(words, 8, "0x{:08X}u")
    print("};\n\n#endif")


if __name__ == "__main__":
    main()
