#!/usr/bin/env python3
"""What the build's expand_library makes of a library: macros of other files expanded, names of modules, places kept; and that a wrong
library stops the build with words that say where."""
import pathlib
import re
import subprocess
import sys
import tempfile

FILES = {
    'lib.rs': '//! A library.\n#[macro_use]\nmod macros;\npub mod shapes;\npub mod crates;\n',
    'macros.rs': 'macro_rules! number {\n    ($name:ident $value:literal) => {\n        pub const $name: u32 = $value;\n    };\n}\n',
    'crates.rs': '/// Shown.\npub use crate::shapes::SIDES;\n',
    'shapes/mod.rs': ('//! Shapes.\n\npub(crate) mod flat;\n\nnumber! { SIDES 4 }\n/* a comment */ pub fn area(a: u32) -> u32 { // more\n'
                      '    a  *  a\n}\nmacro_rules! of {\n    ($body:expr) => { pub fn wrapped() -> u32 { $body } };\n}\n'
                      'of! {\n    area(2)\n        >> 1\n}\npub struct Behind;\n'),
    'shapes/flat.rs': 'number! { FLAT\n    2 }\nmod inner {\n    number! { INNER 1 }\n}\n',
}


def expand(tool, files):
    with tempfile.TemporaryDirectory() as work:
        root = pathlib.Path(work) / 'some' / 'library'
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        out = pathlib.Path(work) / 'out.c'
        done = subprocess.run([tool, str(root / 'lib.rs'), str(out)], capture_output=True, text=True)
        return done, out.read_text() if out.exists() else None


def texts_of(c):
    arrays = {number: bytes(int(byte) for byte in body.split(',') if byte.strip())[:-1].decode()
              for number, body in re.findall(r'text_(\d+)\[\] = \{(.*?)\};', c, re.S)}
    return {module: (path, arrays[number], shown == 'true')
            for module, path, number, shown in re.findall(r'\{"([^"]*)", "([^"]*)", text_(\d+), sizeof text_\d+ - 1, (\w+)\}', c)}


def place(text, word):
    before = text[:text.index(word)]
    return before.count('\n') + 1, len(before) - before.rfind('\n')


def main():
    tool = str(pathlib.Path(sys.argv[1]).parent / 'expand_library')
    done, c = expand(tool, FILES)
    assert done.returncode == 0, done.stderr
    assert c == expand(tool, FILES)[1], 'two runs differ'
    texts = texts_of(c)
    assert {module: (path, shown) for module, (path, _, shown) in texts.items()} == {
        'lib': ('library/lib.rs', True), 'macros': ('library/macros.rs', False), 'shapes': ('library/shapes/mod.rs', True),
        'shapes/flat': ('library/shapes/flat.rs', False), 'crates': ('library/crates.rs', True)}, texts
    assert texts['lib'][1].strip() == '' and texts['macros'][1].strip() == ''
    shapes, source = texts['shapes'][1], FILES['shapes/mod.rs']
    assert 'macro' not in shapes and 'comment' not in shapes and 'flat' not in shapes and 'Shapes' not in shapes
    assert 'pub const SIDES: u32 = 4;' in re.sub(r'\s+', ' ', shapes).replace(' :', ':').replace(' ;', ';')
    for word in ('pub fn area', '*  a', 'area(2)', '>> 1', 'pub struct Behind'):
        assert place(shapes, word) == place(source, word), (word, place(shapes, word), shapes)
    assert place(shapes, 'SIDES')[0] == 5 and place(shapes, 'wrapped')[0] == 12
    assert 'INNER' in texts['shapes/flat'][1] and place(texts['shapes/flat'][1], 'INNER')[0] == 4

    done, c = expand(tool, dict(FILES, **{'crates.rs': 'number! { ONE }\n'}))
    assert done.returncode == 1 and c is None and 'crates.rs:1' in done.stderr and 'macro' in done.stderr, done.stderr
    done, c = expand(tool, dict(FILES, **{'crates.rs': 'pub fn broken( {}\n'}))
    assert done.returncode == 1 and c is None and 'crates.rs:1:' in done.stderr, done.stderr
    done, c = expand(tool, dict(FILES, **{'lib.rs': 'mod nowhere;\n'}))
    assert done.returncode == 1 and c is None and 'nowhere' in done.stderr, done.stderr
    print('the library is expanded as it should')


if __name__ == '__main__':
    main()
