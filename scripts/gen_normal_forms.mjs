// Writes src/sema/syntax/syntax_normal_tables.h: what canonical composition (NFC) of names needs, asked of this
// runtime's own String.normalize.
//
// usage: node gen_normal_forms.mjs > syntax_normal_tables.h
//
// The decompositions are complete ones. The classes of combining marks are numbered in their order, which is all that
// is asked of them. Hangul syllables are left out: they are composed by arithmetic.
const text = (...points) => String.fromCodePoint(...points);
const points = (string) => [...string].map((c) => c.codePointAt(0));
const decomposed = (string) => string.normalize("NFD");

const characters = [];
for (let c = 0x80; c < 0x110000; c++)
    if ((c < 0xd800 || c > 0xdfff) && (c < 0xac00 || c > 0xd7a3)) characters.push(c);
const decomposes = characters.filter((c) => decomposed(text(c)) !== text(c));

// U+0334 has the lowest class of all, and U+0345 the highest: every mark goes past one of them.
const isMark = (c) => decomposed(text(c, 0x334)) !== text(c, 0x334) || decomposed(text(0x345, c)) !== text(0x345, c);
const goesPast = (a, b) => a !== b && decomposed(text(a, b)) === text(b, a);
const known = new Set(decomposes);
const marks = characters.filter((c) => !known.has(c) && isMark(c));
const classes = []; // one mark of each, in their order
for (const mark of marks)
    if (!classes.some((other) => !goesPast(mark, other) && !goesPast(other, mark))) {
        const at = classes.findIndex((other) => goesPast(other, mark));
        classes.splice(at < 0 ? classes.length : at, 0, mark);
    }
const classOf = (mark) => 1 + classes.findIndex((other) => !goesPast(mark, other) && !goesPast(other, mark));
const ranges = [];
for (const mark of marks) {
    const last = ranges[ranges.length - 1];
    if (last && last[1] + 1 === mark && last[2] === classOf(mark)) last[1] = mark;
    else ranges.push([mark, mark, classOf(mark)]);
}

const pool = [], places = [], pairs = [];
for (const c of decomposes) {
    const parts = points(decomposed(text(c)));
    places.push([c, pool.length, parts.length]);
    pool.push(...parts);
    if (text(c).normalize("NFC") !== text(c)) continue;
    const second = parts[parts.length - 1];
    const first = points(text(...parts.slice(0, -1)).normalize("NFC"));
    if (first.length !== 1 || text(first[0], second).normalize("NFC") !== text(c)) throw new Error(c.toString(16));
    pairs.push([first[0], second, c]);
}
pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

const hex = (c) => "0x" + c.toString(16).toUpperCase();
function print(head, values) {
    console.log(`${head} = {`);
    let line = "   ";
    for (const value of values) {
        if (line.length + value.length + 2 > 120) {
            console.log(line);
            line = "   ";
        }
        line += ` ${value},`;
    }
    console.log(`${line}\n};`);
}

console.log(`/* syntax_normal_tables.h: canonical decomposition and composition of Unicode ${process.versions.unicode}.
 * Made by scripts/gen_normal_forms.mjs; do not edit. */
/* clang-format off */
#ifndef RUSTG_SYNTAX_NORMAL_TABLES_H
#define RUSTG_SYNTAX_NORMAL_TABLES_H

#include <stdint.h>

enum {
    SYNTAX_N_DECOMPOSED = ${places.length},
    SYNTAX_N_COMPOSED = ${pairs.length},
    SYNTAX_N_MARKS = ${ranges.length},
    SYNTAX_MOST_PARTS = ${Math.max(...places.map((place) => place[2]))}
};

/* Characters that are written as others, each with the place of these in syntax_parts. */`);
print(`static const uint32_t syntax_decomposed[SYNTAX_N_DECOMPOSED]`, places.map((place) => hex(place[0])));
console.log("");
print(`static const uint16_t syntax_parts_at[SYNTAX_N_DECOMPOSED + 1]`,
    [...places.map((place) => String(place[1])), String(pool.length)]);
console.log("");
print(`static const uint32_t syntax_parts[${pool.length}]`, pool.map(hex));
console.log("\n/* Two characters, and the one that stands for both; in order. */");
print(`static const uint32_t syntax_composed[SYNTAX_N_COMPOSED][3]`, pairs.map((pair) => `{${pair.map(hex).join(",")}}`));
console.log("\n/* First and last of combining marks, and their class; in order. */");
print(`static const uint32_t syntax_marks[SYNTAX_N_MARKS][3]`,
    ranges.map((range) => `{${hex(range[0])},${hex(range[1])},${range[2]}}`));
console.log("\n#endif");
