#!/usr/bin/env python3
"""Write src/lexer/lex_unicode_tables.h from Unicode's data files.

usage: gen_unicode.py VERSION DerivedCoreProperties.txt emoji-data.txt > lex_unicode_tables.h

Reads XID_Start and XID_Continue from the first file and Emoji from the second; of Emoji only characters beyond ASCII
count. Each property becomes a row of block numbers; blocks are bitmaps shared by all three.
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


def main():
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
