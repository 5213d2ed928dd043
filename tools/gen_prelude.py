#!/usr/bin/env python3
"""Writes the files of kernels/library that repeat themselves: one for each number type, and the tuples' traits.

    python3 tools/gen_prelude.py [--check]

The output is committed; --check says whether it is what this script would write. All that concerns a type stands in its
own file, conversions in the file of the type that they end in, so that nothing else mentions it."""
import pathlib
import sys

PRELUDE = pathlib.Path(__file__).resolve().parent.parent / 'kernels' / 'library'
WIDTH = {'i8': 8, 'i16': 16, 'i32': 32, 'i64': 64, 'isize': 64, 'u8': 8, 'u16': 16, 'u32': 32, 'u64': 64, 'usize': 64}
INTS = list(WIDTH)
OPS = [('Add', 'add', '+'), ('Sub', 'sub', '-'), ('Mul', 'mul', '*'), ('Div', 'div', '/'), ('Rem', 'rem', '%')]
BIT_OPS = [('BitAnd', 'bitand', '&'), ('BitOr', 'bitor', '|'), ('BitXor', 'bitxor', '^')]
SHIFTS = [('Shl', 'shl', '<<'), ('Shr', 'shr', '>>')]
TRACK = '#[track_caller] '
INHERIT = '#[rustc_inherit_overflow_checks] '  # overflow is checked where the user's code is


def operator(trait, method, sign, left, right, track, references=True):
    """The form by value and its assigning operator; with those of references, which numbers have from num.rs."""
    out = []
    for a, x in ((left, 'self'), ('&' + left, '*self'))[:1 + references]:
        for b, y in ((right, 'o'), ('&' + right, '*o'))[:1 + references]:
            arg = '' if b == a == left else f'<{b}>'
            out.append(f'impl {trait}{arg} for {a} {{ type Output = {left}; {track}fn {method}(self, o: {b}) -> {left} {{ {x} {sign} {y} }} }}')
    for b, y in ((right, 'o'), ('&' + right, '*o'))[:1 + references]:
        arg = '' if b == left else f'<{b}>'
        out.append(f'impl {trait}Assign{arg} for {left} {{ {track}fn {method}_assign(&mut self, o: {b}) {{ *self {sign}= {y}; }} }}')
    return out


def common(t, ordered):
    out = [f'impl Debug for {t} {{}}', f'impl Display for {t} {{}}']
    zero = {'bool': 'false', 'char': "'\\0'", 'f32': '0.0', 'f64': '0.0'}.get(t, '0')
    out.append(f'impl Default for {t} {{ fn default() -> {t} {{ {zero} }} }}')
    out.append(f'impl PartialEq for {t} {{ fn eq(&self, o: &{t}) -> bool {{ *self == *o }} fn ne(&self, o: &{t}) -> bool {{ *self != *o }} }}')
    less = '*self < *o'
    if ordered:
        out.append(f'impl Eq for {t} {{}}')
        cmp = f'if *self < *o {{ Ordering::Less }} else if *self == *o {{ Ordering::Equal }} else {{ Ordering::Greater }}'
        shown = ', "min > max. min = {min:?}, max = {max:?}"' if t != 'bool' else ''
        clamp = f'{TRACK}fn clamp(self, min: {t}, max: {t}) -> {t} {{ assert!(min <= max{shown}); if self < min {{ min }} else if self > max {{ max }} else {{ self }} }}'
        out.append(f'impl Ord for {t} {{ fn cmp(&self, o: &{t}) -> Ordering {{ {cmp} }} {clamp} }}')
        cmp = f'Some({cmp})'
    else:
        cmp = 'if *self < *o { Some(Ordering::Less) } else if *self == *o { Some(Ordering::Equal) } else if *self > *o { Some(Ordering::Greater) } else { None }'
    rest = ' '.join(f'fn {m}(&self, o: &{t}) -> bool {{ *self {s} *o }}' for m, s in (('lt', '<'), ('le', '<='), ('gt', '>'), ('ge', '>=')))
    out.append(f'impl PartialOrd for {t} {{ fn partial_cmp(&self, o: &{t}) -> Option<Ordering> {{ {cmp} }} {rest} }}')
    return out


def skip_of(t):
    """A sum that an optimizer knows as a loop's step, where a usize cannot be cut short."""
    if t not in ('u64', 'usize'):
        return ''
    return f'''
    fn skip(start: {t}, _end: {t}, skip: usize) -> {t} {{ unsafe {{ let next = i::wrapping_add(start, i::wrapping_add(skip as {t}, 1)); if next > start {{ next }} else {{ {t}::MAX }} }} }}'''


def parse_int(t, signed):
    """A sign, then digits; an unsigned number's minus counts as a digit that it is not."""
    sign = "b'-' if n > 1 => { at = 1; negative = true; } " if signed else ''
    step = "match if negative { x.checked_sub(digit) } else { x.checked_add(digit) }" if signed else 'match x.checked_add(digit)'
    limit = 'if negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow }' if signed else 'IntErrorKind::PosOverflow'
    return (f'if radix < 2 || radix > 36 {{ panic!("from_ascii_radix: radix must lie in the range `[2, 36]`"); }} '
            f'let bytes = text.as_bytes(); let n = bytes.len(); if n == 0 {{ return Err(ParseIntError {{ kind: IntErrorKind::Empty }}); }} '
            f'let mut at = 0; {"let mut negative = false; " if signed else ""}match bytes[0] {{ b\'+\' if n > 1 => at = 1, {sign}_ => {{}} }} '
            f'let mut x: {t} = 0; while at < n {{ '
            f'let digit = match (bytes[at] as char).to_digit(radix) {{ Some(d) => d as {t}, None => return Err(ParseIntError {{ kind: IntErrorKind::InvalidDigit }}) }}; '
            f'x = match x.checked_mul(radix as {t}) {{ Some(x) => {step} {{ Some(x) => x, None => return Err(ParseIntError {{ kind: {limit} }}) }}, None => return Err(ParseIntError {{ kind: {limit} }}) }}; '
            f'at += 1; }} Ok(x)')


def int_file(t):
    w, signed = WIDTH[t], t[0] == 'i'
    u, s = ('u' + t[1:]), ('i' + t[1:])
    size = 'size' in t
    out = [f'//! {t}: written by tools/gen_prelude.py.',
           'use crate::cmp::Ordering;', 'use crate::fmt::{Debug, Display};', 'use crate::intrinsics as i;',
           'use crate::iter::Step;', 'use crate::num::{Int, IntErrorKind, Num, ParseIntError, ShiftCount, TryFromIntError};', 'use crate::ops::*;', '']
    lo = {True: f'-{1 << (w - 1)}', False: '0'}[signed]
    hi = str((1 << (w - 1)) - 1 if signed else (1 << w) - 1)
    out += [f'pub const MIN: {t} = {lo};', f'pub const MAX: {t} = {hi};', '']
    for op in OPS + BIT_OPS:
        out += operator(*op, t, t, (TRACK + INHERIT * (op[2] in '+-*')) if op in OPS else '', False)
    for trait, method, sign in SHIFTS:
        body = f'{TRACK}{INHERIT}fn {method}(self, o: R) -> {t} {{ self {sign} o.shift_count() }}'
        out.append(f'impl<R: ShiftCount> {trait}<R> for {t} {{ type Output = {t}; {body} }}')
        out.append(f'impl<R: ShiftCount> {trait}<R> for &{t} {{ type Output = {t}; {body.replace("{ self", "{ *self")} }}')
        out.append(f'impl<R: ShiftCount> {trait}Assign<R> for {t} {{ {TRACK}{INHERIT}fn {method}_assign(&mut self, o: R) {{ *self {sign}= o.shift_count(); }} }}')
    out.append(f'impl Num for {t} {{ const ZERO: {t} = 0; const ONE: {t} = 1; }}')
    wide = 'self < 0 || self > 127' if signed else 'self > 127'
    if t == 'i8':
        wide = 'self < 0'
    out.append(f'impl Int for {t} {{}}')
    out.append(f'impl ShiftCount for {t} {{ fn shift_count(self) -> u32 {{ if {wide} {{ self as u32 & 63 | 128 }} else {{ self as u32 }} }} }}')
    out.append(f'impl Not for {t} {{ type Output = {t}; fn not(self) -> {t} {{ !self }} }}')
    out.append(f'impl Not for &{t} {{ type Output = {t}; fn not(self) -> {t} {{ !*self }} }}')
    if signed:
        out.append(f'impl Neg for {t} {{ type Output = {t}; {TRACK}{INHERIT}fn neg(self) -> {t} {{ -self }} }}')
        out.append(f'impl Neg for &{t} {{ type Output = {t}; {TRACK}{INHERIT}fn neg(self) -> {t} {{ -*self }} }}')
    out += common(t, True)
    out.append(f'impl crate::hash::Hash for {t} {{ fn hash<H: crate::hash::Hasher>(&self, state: &mut H) {{ state.write_{t}(*self); }} fn hash_slice<H: crate::hash::Hasher>(data: &[{t}], state: &mut H) {{ state.write(unsafe {{ &*i::slice_from_raw_parts(data.as_ptr() as *const u8, {w // 8} * data.len()) }}); }} }}')
    out.append(f'''impl Step for {t} {{
    fn steps_between(start: &{t}, end: &{t}) -> usize {{ if *start < *end {{ unsafe {{ i::wrapping_sub(*end as usize, *start as usize) }} }} else {{ 0 }} }}
    fn forward(start: {t}, n: usize) -> {t} {{ unsafe {{ i::wrapping_add(start, n as {t}) }} }}
    fn backward(start: {t}, n: usize) -> {t} {{ unsafe {{ i::wrapping_sub(start, n as {t}) }} }}
    {TRACK}{INHERIT}fn after(start: {t}, n: usize) -> {t} {{ if n == 1 {{ return start + 1; }} if n > Step::steps_between(&start, &{t}::MAX) {{ let _top = unsafe {{ i::black_box({t}::MAX) }} + 1; }} Step::forward(start, n) }}
    fn next(start: {t}) -> {t} {{ unsafe {{ i::unchecked_add(start, 1) }} }}
    fn previous(start: {t}) -> {t} {{ unsafe {{ i::unchecked_sub(start, 1) }} }}{skip_of(t)}
}}''')
    # conversions
    for other in INTS:
        if other == t:
            continue
        ow, osigned = WIDTH[other], other[0] == 'i'
        osize = 'size' in other
        if t == 'usize':
            lossless = other in ('u8', 'u16')
        elif t == 'isize':
            lossless = other in ('i8', 'i16', 'u8')
        elif osize:
            lossless = False
        elif osigned == signed:
            lossless = ow < w
        else:
            lossless = signed and ow < w
        if lossless:
            out.append(f'impl From<{other}> for {t} {{ fn from(x: {other}) -> {t} {{ x as {t} }} }}')
        else:
            if osigned and not signed:
                test = 'x < 0' if ow <= w else f'x < 0 || x > {hi}'
            elif signed and not osigned:
                test = f'x > {hi}' if ow >= w else ''
            elif ow > w:
                test = f'x < {lo} || x > {hi}' if signed else f'x > {hi}'
            else:
                test = ''
            body = f'Ok(x as {t})' if not test else f'if {test} {{ Err(TryFromIntError(())) }} else {{ Ok(x as {t}) }}'
            out.append(f'impl TryFrom<{other}> for {t} {{ type Error = TryFromIntError; fn try_from(x: {other}) -> Result<{t}, TryFromIntError> {{ {body} }} }}')
    out.append(f'impl crate::str::FromStr for {t} {{ type Err = ParseIntError; {TRACK}fn from_str(text: &str) -> Result<{t}, ParseIntError> {{ {t}::from_str_radix(text, 10) }} }}')
    out.append(f'impl From<bool> for {t} {{ fn from(x: bool) -> {t} {{ x as {t} }} }}')
    if t in ('u32', 'u64'):
        out.append(f'impl From<char> for {t} {{ fn from(x: char) -> {t} {{ x as {t} }} }}')
    # methods
    m = []

    def fn(head, body, track=False, const=True):
        inherits = head.startswith(('pow(', 'abs(', 'next_power_of_two(', 'next_multiple_of('))
        m.append(f"    {TRACK if track else ''}{INHERIT if inherits else ''}pub {'const ' if const else ''}fn {head} {{ {body} }}")

    m.append(f'    pub const MIN: {t} = {lo};')
    m.append(f'    pub const MAX: {t} = {hi};')
    m.append(f'    pub const BITS: u32 = {w};')
    fn('count_ones(self) -> u32', 'unsafe { i::ctpop(self) }')
    fn('count_zeros(self) -> u32', 'unsafe { i::ctpop(!self) }')
    fn('leading_zeros(self) -> u32', 'unsafe { i::ctlz(self) }')
    fn('trailing_zeros(self) -> u32', 'unsafe { i::cttz(self) }')
    fn('leading_ones(self) -> u32', 'unsafe { i::ctlz(!self) }')
    fn('trailing_ones(self) -> u32', 'unsafe { i::cttz(!self) }')
    fn(f'rotate_left(self, n: u32) -> {t}', 'unsafe { i::rotate_left(self, n) }')
    fn(f'rotate_right(self, n: u32) -> {t}', 'unsafe { i::rotate_right(self, n) }')
    fn(f'swap_bytes(self) -> {t}', 'unsafe { i::bswap(self) }' if w > 8 else 'self')
    fn(f'reverse_bits(self) -> {t}', 'unsafe { i::bitreverse(self) }')
    fn(f'to_be(self) -> {t}', 'self.swap_bytes()')
    fn(f'to_le(self) -> {t}', 'self')
    fn(f'from_be(x: {t}) -> {t}', 'x.swap_bytes()')
    fn(f'from_le(x: {t}) -> {t}', 'x')
    n = w // 8
    fn(f'to_ne_bytes(self) -> [u8; {n}]', 'unsafe { i::transmute(self) }')
    fn(f'to_le_bytes(self) -> [u8; {n}]', 'unsafe { i::transmute(self) }')
    fn(f'to_be_bytes(self) -> [u8; {n}]', 'unsafe { i::transmute(self.swap_bytes()) }')
    fn(f'from_ne_bytes(bytes: [u8; {n}]) -> {t}', 'unsafe { i::transmute(bytes) }')
    fn(f'from_le_bytes(bytes: [u8; {n}]) -> {t}', 'unsafe { i::transmute(bytes) }')
    fn(f'from_be_bytes(bytes: [u8; {n}]) -> {t}', f'{t}::swap_bytes(unsafe {{ i::transmute(bytes) }})')
    for op in ('add', 'sub', 'mul'):
        fn(f'wrapping_{op}(self, o: {t}) -> {t}', f'unsafe {{ i::wrapping_{op}(self, o) }}')
        fn(f'overflowing_{op}(self, o: {t}) -> ({t}, bool)', f'unsafe {{ i::{op}_with_overflow(self, o) }}')
        fn(f'checked_{op}(self, o: {t}) -> Option<{t}>', f'let (x, over) = self.overflowing_{op}(o); if over {{ None }} else {{ Some(x) }}')
        if op != 'mul':
            fn(f'saturating_{op}(self, o: {t}) -> {t}', f'unsafe {{ i::saturating_{op}(self, o) }}')
        else:
            limit = f'if (self < 0) == (o < 0) {{ {t}::MAX }} else {{ {t}::MIN }}' if signed else f'{t}::MAX'
            fn(f'saturating_mul(self, o: {t}) -> {t}', f'let (x, over) = self.overflowing_mul(o); if over {{ {limit} }} else {{ x }}')
        m.append(f'    pub const unsafe fn unchecked_{op}(self, o: {t}) -> {t} {{ unsafe {{ i::unchecked_{op}(self, o) }} }}')
    edge = f'self == {t}::MIN && o == -1'
    for op, sign, over in (('div', '/', f'{t}::MIN'), ('rem', '%', '0')):
        if signed:
            fn(f'wrapping_{op}(self, o: {t}) -> {t}', f'if {edge} {{ {over} }} else {{ self {sign} o }}', True)
            fn(f'overflowing_{op}(self, o: {t}) -> ({t}, bool)', f'if {edge} {{ ({over}, true) }} else {{ (self {sign} o, false) }}', True)
            fn(f'checked_{op}(self, o: {t}) -> Option<{t}>', f'if o == 0 || {edge} {{ None }} else {{ Some(unsafe {{ i::unchecked_{op}(self, o) }}) }}')
            fn(f'wrapping_{op}_euclid(self, o: {t}) -> {t}', f'if {edge} {{ {over} }} else {{ self.{op}_euclid(o) }}', True)
            fn(f'overflowing_{op}_euclid(self, o: {t}) -> ({t}, bool)', f'if {edge} {{ ({over}, true) }} else {{ (self.{op}_euclid(o), false) }}', True)
            fn(f'checked_{op}_euclid(self, o: {t}) -> Option<{t}>', f'if o == 0 || {edge} {{ None }} else {{ Some(self.{op}_euclid(o)) }}')
        else:
            fn(f'wrapping_{op}(self, o: {t}) -> {t}', f'self {sign} o', True)
            fn(f'overflowing_{op}(self, o: {t}) -> ({t}, bool)', f'(self {sign} o, false)', True)
            fn(f'checked_{op}(self, o: {t}) -> Option<{t}>', f'if o == 0 {{ None }} else {{ Some(unsafe {{ i::unchecked_{op}(self, o) }}) }}')
            fn(f'wrapping_{op}_euclid(self, o: {t}) -> {t}', f'self {sign} o', True)
            fn(f'overflowing_{op}_euclid(self, o: {t}) -> ({t}, bool)', f'(self {sign} o, false)', True)
            fn(f'checked_{op}_euclid(self, o: {t}) -> Option<{t}>', f'if o == 0 {{ None }} else {{ Some(unsafe {{ i::unchecked_{op}(self, o) }}) }}')
    if signed:
        fn(f'saturating_div(self, o: {t}) -> {t}', f'if {edge} {{ {t}::MAX }} else {{ self / o }}', True)
        fn(f'div_euclid(self, o: {t}) -> {t}', 'let q = self / o; if self % o < 0 { if o > 0 { q - 1 } else { q + 1 } } else { q }', True)
        fn(f'rem_euclid(self, o: {t}) -> {t}', 'let r = self % o; if r < 0 { r.wrapping_add(o.wrapping_abs()) } else { r }', True)
    else:
        fn(f'saturating_div(self, o: {t}) -> {t}', 'self / o', True)
        fn(f'div_euclid(self, o: {t}) -> {t}', 'self / o', True)
        fn(f'rem_euclid(self, o: {t}) -> {t}', 'self % o', True)
        fn(f'div_ceil(self, o: {t}) -> {t}', 'let d = self / o; if self % o > 0 { d + 1 } else { d }', True)
        fn(f'next_multiple_of(self, o: {t}) -> {t}', 'match self % o { 0 => self, r => self + (o - r) }', True)
        fn(f'checked_next_multiple_of(self, o: {t}) -> Option<{t}>', 'if o == 0 { return None; } match self % o { 0 => Some(self), r => self.checked_add(o - r) }')
        fn(f'is_multiple_of(self, o: {t}) -> bool', 'if o == 0 { self == 0 } else { self % o == 0 }')
    fn(f'wrapping_neg(self) -> {t}', 'unsafe { i::wrapping_sub(0, self) }')
    over = f'self == {t}::MIN' if signed else 'self != 0'
    fn(f'overflowing_neg(self) -> ({t}, bool)', f'(self.wrapping_neg(), {over})')
    fn(f'checked_neg(self) -> Option<{t}>', f'if {over} {{ None }} else {{ Some(self.wrapping_neg()) }}')
    for d in ('shl', 'shr'):
        fn(f'wrapping_{d}(self, n: u32) -> {t}', f'unsafe {{ i::wrapping_{d}(self, n) }}')
        fn(f'overflowing_{d}(self, n: u32) -> ({t}, bool)', f'(self.wrapping_{d}(n), n >= {w})')
        fn(f'checked_{d}(self, n: u32) -> Option<{t}>', f'if n < {w} {{ Some(self.wrapping_{d}(n)) }} else {{ None }}')
        past = f'self.wrapping_shr({w - 1})' if d == 'shr' and signed else '0'
        fn(f'unbounded_{d}(self, n: u32) -> {t}', f'if n < {w} {{ self.wrapping_{d}(n) }} else {{ {past} }}')
    loop = 'if n == 0 {{ return {one}; }} let mut n = n; let mut base = self; let mut all: {t} = 1;{decl} loop {{ if n & 1 == 1 {{ {acc} if n == 1 {{ return {ret}; }} }} n = n / 2; {sq} }}'
    fn(f'pow(self, n: u32) -> {t}', loop.format(one='1', t=t, decl='', acc='all = all * base;', ret='all', sq='base = base * base;'), True)
    fn(f'wrapping_pow(self, n: u32) -> {t}', loop.format(one='1', t=t, decl='', acc='all = all.wrapping_mul(base);', ret='all', sq='base = base.wrapping_mul(base);'))
    fn(f'overflowing_pow(self, n: u32) -> ({t}, bool)', loop.format(one='(1, false)', t=t, decl=' let mut over = false;', acc='let (x, o) = all.overflowing_mul(base); all = x; over = over | o;', ret='(all, over)', sq='let (x, o) = base.overflowing_mul(base); base = x; over = over | o;'))
    fn(f'checked_pow(self, n: u32) -> Option<{t}>', loop.format(one='Some(1)', t=t, decl='', acc='match all.checked_mul(base) { Some(x) => all = x, None => return None };', ret='Some(all)', sq='match base.checked_mul(base) { Some(x) => base = x, None => return None };'))
    limit = f'if self < 0 && n % 2 == 1 {{ {t}::MIN }} else {{ {t}::MAX }}' if signed else f'{t}::MAX'
    fn(f'saturating_pow(self, n: u32) -> {t}', f'match self.checked_pow(n) {{ Some(x) => x, None => {limit} }}')
    if signed:
        fn(f'abs(self) -> {t}', 'if self < 0 { -self } else { self }', True)
        fn(f'wrapping_abs(self) -> {t}', 'if self < 0 { self.wrapping_neg() } else { self }')
        fn(f'overflowing_abs(self) -> ({t}, bool)', f'(self.wrapping_abs(), self == {t}::MIN)')
        fn(f'checked_abs(self) -> Option<{t}>', f'if self == {t}::MIN {{ None }} else {{ Some(self.wrapping_abs()) }}')
        fn(f'saturating_abs(self) -> {t}', f'if self == {t}::MIN {{ {t}::MAX }} else {{ self.wrapping_abs() }}')
        fn(f'saturating_neg(self) -> {t}', f'if self == {t}::MIN {{ {t}::MAX }} else {{ self.wrapping_neg() }}')
        fn(f'unsigned_abs(self) -> {u}', f'self.wrapping_abs() as {u}')
        fn(f'abs_diff(self, o: {t}) -> {u}', f'if self < o {{ (o as {u}).wrapping_sub(self as {u}) }} else {{ (self as {u}).wrapping_sub(o as {u}) }}')
        fn(f'signum(self) -> {t}', 'if self < 0 { -1 } else if self > 0 { 1 } else { 0 }')
        fn('is_negative(self) -> bool', 'self < 0')
        fn('is_positive(self) -> bool', 'self > 0')
        fn(f'cast_unsigned(self) -> {u}', f'self as {u}')
        fn(f'wrapping_add_unsigned(self, o: {u}) -> {t}', f'self.wrapping_add(o as {t})')
        fn(f'wrapping_sub_unsigned(self, o: {u}) -> {t}', f'self.wrapping_sub(o as {t})')
        fn(f'checked_add_unsigned(self, o: {u}) -> Option<{t}>', f'let x = self.wrapping_add(o as {t}); if x < self {{ None }} else {{ Some(x) }}')
        fn(f'saturating_add_unsigned(self, o: {u}) -> {t}', f'match self.checked_add_unsigned(o) {{ Some(x) => x, None => {t}::MAX }}')
        fn(f'saturating_sub_unsigned(self, o: {u}) -> {t}', f'match self.checked_sub_unsigned(o) {{ Some(x) => x, None => {t}::MIN }}')
        fn(f'overflowing_add_unsigned(self, o: {u}) -> ({t}, bool)', f'let x = self.wrapping_add(o as {t}); (x, x < self)')
        fn(f'overflowing_sub_unsigned(self, o: {u}) -> ({t}, bool)', f'let x = self.wrapping_sub(o as {t}); (x, x > self)')
        fn(f'checked_isqrt(self) -> Option<{t}>', 'if self < 0 { None } else { Some(self.isqrt()) }')
        fn(f'checked_sub_unsigned(self, o: {u}) -> Option<{t}>', f'let x = self.wrapping_sub(o as {t}); if x > self {{ None }} else {{ Some(x) }}')
    else:
        fn(f'abs_diff(self, o: {t}) -> {t}', 'if self < o { o.wrapping_sub(self) } else { self.wrapping_sub(o) }')
        fn('is_power_of_two(self) -> bool', 'self.count_ones() == 1')
        fn(f'one_less_than_next_power_of_two(self) -> {t}', f'if self <= 1 {{ 0 }} else {{ {t}::MAX.wrapping_shr((self - 1).leading_zeros()) }}')
        m[-1] = m[-1].replace('pub const fn', 'const fn')
        fn(f'next_power_of_two(self) -> {t}', 'self.one_less_than_next_power_of_two() + 1', True)
        fn(f'checked_next_power_of_two(self) -> Option<{t}>', 'self.one_less_than_next_power_of_two().checked_add(1)')
        fn(f'cast_signed(self) -> {s}', f'self as {s}')
        fn(f'wrapping_add_signed(self, o: {s}) -> {t}', f'self.wrapping_add(o as {t})')
        fn(f'checked_add_signed(self, o: {s}) -> Option<{t}>', f'let x = self.wrapping_add(o as {t}); if (x < self) != (o < 0) {{ None }} else {{ Some(x) }}')
        fn(f'saturating_add_signed(self, o: {s}) -> {t}', f'match self.checked_add_signed(o) {{ Some(x) => x, None => if o < 0 {{ 0 }} else {{ {t}::MAX }} }}')
        fn(f'checked_signed_diff(self, o: {t}) -> Option<{s}>', f'let d = self.wrapping_sub(o) as {s}; if (d < 0) == (self < o) {{ Some(d) }} else {{ None }}')
        fn(f'overflowing_add_signed(self, o: {s}) -> ({t}, bool)', f'let x = self.wrapping_add(o as {t}); (x, (x < self) != (o < 0))')
        fn(f'saturating_sub_signed(self, o: {s}) -> {t}', f'match self.checked_sub_signed(o) {{ Some(x) => x, None => if o < 0 {{ {t}::MAX }} else {{ 0 }} }}')
        fn(f'checked_sub_signed(self, o: {s}) -> Option<{t}>', f'let (x, over) = self.overflowing_sub_signed(o); if over {{ None }} else {{ Some(x) }}')
        fn(f'wrapping_sub_signed(self, o: {s}) -> {t}', f'self.wrapping_sub(o as {t})')
        fn(f'overflowing_sub_signed(self, o: {s}) -> ({t}, bool)', f'let x = self.wrapping_sub(o as {t}); (x, (x > self) != (o < 0))')
        fn(f'carrying_add(self, o: {t}, carry: bool) -> ({t}, bool)', f'let (x, a) = self.overflowing_add(o); let (x, b) = x.overflowing_add(carry as {t}); (x, a | b)', const=False)
        fn(f'borrowing_sub(self, o: {t}, borrow: bool) -> ({t}, bool)', f'let (x, a) = self.overflowing_sub(o); let (x, b) = x.overflowing_sub(borrow as {t}); (x, a | b)', const=False)
        fn(f'carrying_mul(self, o: {t}, carry: {t}) -> ({t}, {t})', 'self.carrying_mul_add(o, carry, 0)', const=False)
        wide = f'let all = self as u32 * o as u32 + carry as u32 + add as u32; (all as {t}, (all >> {w}) as {t})'
        parts = f'let (x, a) = self.wrapping_mul(o).overflowing_add(carry); let (x, b) = x.overflowing_add(add); (x, unsafe {{ i::mul_high(self, o) }} + a as {t} + b as {t})'
        fn(f'carrying_mul_add(self, o: {t}, carry: {t}, add: {t}) -> ({t}, {t})', wide if w < 32 else parts, const=False)
    for op, what in (('add', 'add'), ('sub', 'subtract')):
        other = u if signed else s
        by = 'unsigned' if signed else 'signed'
        fn(f'strict_{op}_{by}(self, o: {other}) -> {t}', f'match self.checked_{op}_{by}(o) {{ Some(x) => x, None => panic!("attempt to {what} with overflow") }}', True)
    for op, sign, what in (('div', '/', 'divide'), ('rem', '%', 'calculate the remainder')):
        fn(f'strict_{op}(self, o: {t}) -> {t}', f'self {sign} o', True)
        fn(f'strict_{op}_euclid(self, o: {t}) -> {t}', f'if {edge} {{ panic!("attempt to {what} with overflow") }} self.{op}_euclid(o)' if signed else f'self {sign} o', True)
    for d, what in (('shl', 'left'), ('shr', 'right')):
        fn(f'strict_{d}(self, n: u32) -> {t}', f'if n >= {w} {{ panic!("attempt to shift {what} with overflow") }} self.wrapping_{d}(n)', True)
        m.append(f'    pub const unsafe fn unchecked_{d}(self, n: u32) -> {t} {{ self.wrapping_{d}(n) }}')
    fn(f'strict_pow(self, n: u32) -> {t}', 'match self.checked_pow(n) { Some(x) => x, None => panic!("attempt to multiply with overflow") }', True)
    if signed:
        fn(f'strict_abs(self) -> {t}', 'match self.checked_abs() { Some(x) => x, None => panic!("attempt to negate with overflow") }', True)
        m.append(f'    pub const unsafe fn unchecked_neg(self) -> {t} {{ self.wrapping_neg() }}')
    fn(f'from_str_radix(text: &str, radix: u32) -> Result<{t}, ParseIntError>', parse_int(t, signed), True)
    for op, what in (('add', 'add'), ('sub', 'subtract'), ('mul', 'multiply')):
        fn(f'strict_{op}(self, o: {t}) -> {t}', f'match self.checked_{op}(o) {{ Some(x) => x, None => panic!("attempt to {what} with overflow") }}', True)
    fn(f'strict_neg(self) -> {t}', 'match self.checked_neg() { Some(x) => x, None => panic!("attempt to negate with overflow") }', True)
    nonpos = 'self <= 0' if signed else 'self == 0'
    fn('checked_ilog2(self) -> Option<u32>', f'if {nonpos} {{ None }} else {{ Some({w - 1} - self.leading_zeros()) }}')
    fn('checked_ilog(self, base: %s) -> Option<u32>' % t, f'if {nonpos} || base <= 1 {{ return None; }} let mut n = 0; let mut r = self; while r >= base {{ r = r / base; n = n + 1; }} Some(n)')
    fn('checked_ilog10(self) -> Option<u32>', 'self.checked_ilog(10)')
    wrong = "panic!(\"argument of integer logarithm must be positive\")"
    fn('ilog2(self) -> u32', f'match self.checked_ilog2() {{ Some(n) => n, None => {wrong} }}', True)
    fn('ilog10(self) -> u32', f'match self.checked_ilog(10) {{ Some(n) => n, None => {wrong} }}', True)
    fn(f'ilog(self, base: {t}) -> u32', f'if base < 2 {{ panic!("base of integer logarithm must be at least 2"); }} match self.checked_ilog(base) {{ Some(n) => n, None => {wrong} }}', True)
    root = f'let mut x = {"self as " + u if signed else "self"}; let mut r: {u} = 0; let mut bit: {u} = 1 << {w - 2}; while bit > x {{ bit = bit >> 2; }} while bit != 0 {{ if x >= r + bit {{ x = x - (r + bit); r = (r >> 1) + bit; }} else {{ r = r >> 1; }} bit = bit >> 2; }}'
    if signed:
        fn(f'isqrt(self) -> {t}', f'if self < 0 {{ panic!("argument of integer square root cannot be negative"); }} {root} r as {t}', True)
    else:
        fn(f'isqrt(self) -> {t}', root + ' r')
    fn(f'midpoint(self, o: {t}) -> {t}', ('let t = ((self ^ o) >> 1) + (self & o); if t < 0 { t + ((self ^ o) & 1) } else { t }' if signed else '((self ^ o) >> 1) + (self & o)'))
    fn(f'min_value() -> {t}', f'{t}::MIN')
    fn(f'max_value() -> {t}', f'{t}::MAX')
    if t == 'u8':
        for name, test in (('is_ascii', 'self < &128'), ('is_ascii_digit', "matches(*self, b'0', b'9')"), ('is_ascii_lowercase', "matches(*self, b'a', b'z')"),
                           ('is_ascii_uppercase', "matches(*self, b'A', b'Z')"), ('is_ascii_alphabetic', "matches(*self | 32, b'a', b'z')"),
                           ('is_ascii_alphanumeric', "matches(*self | 32, b'a', b'z') || matches(*self, b'0', b'9')"),
                           ('is_ascii_hexdigit', "matches(*self, b'0', b'9') || matches(*self | 32, b'a', b'f')"), ('is_ascii_graphic', "matches(*self, b'!', b'~')"),
                           ('is_ascii_whitespace', "*self == b' ' || *self == b'\\t' || *self == b'\\n' || *self == b'\\r' || *self == 12"),
                           ('is_ascii_control', '*self < 32 || *self == 127'),
                           ('is_ascii_punctuation', 'self.is_ascii_graphic() && !self.is_ascii_alphanumeric()')):
            fn(f'{name}(&self) -> bool', test.replace('self < &128', '*self < 128'))
        fn('to_ascii_uppercase(&self) -> u8', 'if self.is_ascii_lowercase() { *self ^ 32 } else { *self }')
        fn('to_ascii_lowercase(&self) -> u8', 'if self.is_ascii_uppercase() { *self | 32 } else { *self }')
        fn('make_ascii_uppercase(&mut self)', '*self = self.to_ascii_uppercase();')
        fn('make_ascii_lowercase(&mut self)', '*self = self.to_ascii_lowercase();')
        fn('eq_ignore_ascii_case(&self, o: &u8) -> bool', 'self.to_ascii_lowercase() == o.to_ascii_lowercase()')
        out.append('const fn matches(x: u8, first: u8, last: u8) -> bool { first <= x && x <= last }')
        out.append('impl TryFrom<char> for u8 { type Error = crate::char::TryFromCharError; fn try_from(x: char) -> Result<u8, crate::char::TryFromCharError> { if x as u32 > 255 { Err(crate::char::TryFromCharError(())) } else { Ok(x as u8) } } }')
    out.append('')
    out.append(f'impl {t} {{')
    out += m
    out.append('}')
    return '\n'.join(out) + '\n'


CONSTS = {'EULER_GAMMA': '0.577215664901532860606512090082402431', 'GOLDEN_RATIO': '1.618033988749894848204586834365638118', 'PI': '3.14159265358979323846264338327950288', 'TAU': '6.28318530717958647692528676655900577',
          'FRAC_PI_2': '1.57079632679489661923132169163975144', 'FRAC_PI_3': '1.04719755119659774615421446109316763',
          'FRAC_PI_4': '0.785398163397448309615660845819875721', 'FRAC_PI_6': '0.52359877559829887307710723054658381',
          'FRAC_PI_8': '0.39269908169872415480783042290993786', 'FRAC_1_PI': '0.318309886183790671537767526745028724',
          'FRAC_2_PI': '0.636619772367581343075535053490057448', 'FRAC_2_SQRT_PI': '1.12837916709551257389615890312154517',
          'SQRT_2': '1.41421356237309504880168872420969808', 'FRAC_1_SQRT_2': '0.707106781186547524400844362104849039',
          'E': '2.71828182845904523536028747135266250', 'LOG2_E': '1.44269504088896340735992468100189214',
          'LOG2_10': '3.32192809488736234787031942948939018', 'LOG10_E': '0.434294481903251827651128918916605082',
          'LOG10_2': '0.301029995663981195213738894724493027', 'LN_2': '0.693147180559945309417232121458176568',
          'LN_10': '2.30258509299404568401799145468436421'}


def float_file(t):
    w = int(t[1:])
    b, s = f'u{w}', f'i{w}'
    out = [f'//! {t}: written by tools/gen_prelude.py.', 'use crate::cmp::Ordering;', 'use crate::fmt::{Debug, Display};',
           'use crate::intrinsics as i;', 'use crate::num::{FpCategory, Num};', 'use crate::ops::*;', '']
    limits = {'f32': {'MIN': '-3.40282347e+38', 'MAX': '3.40282347e+38', 'MIN_POSITIVE': '1.17549435e-38', 'EPSILON': '1.19209290e-07'},
              'f64': {'MIN': '-1.7976931348623157e+308', 'MAX': '1.7976931348623157e+308', 'MIN_POSITIVE': '2.2250738585072014e-308', 'EPSILON': '2.2204460492503131e-16'}}[t]
    limits = dict(limits, INFINITY='1.0 / 0.0', NEG_INFINITY='-1.0 / 0.0', NAN={'f32': 'f32::from_bits(0x7FC0_0000)', 'f64': 'f64::from_bits(0x7FF8_0000_0000_0000)'}[t])
    small = {'f32': {'RADIX': 2, 'MANTISSA_DIGITS': 24, 'DIGITS': 6}, 'f64': {'RADIX': 2, 'MANTISSA_DIGITS': 53, 'DIGITS': 15}}[t]
    exps = {'f32': {'MIN_EXP': -125, 'MAX_EXP': 128, 'MIN_10_EXP': -37, 'MAX_10_EXP': 38}, 'f64': {'MIN_EXP': -1021, 'MAX_EXP': 1024, 'MIN_10_EXP': -307, 'MAX_10_EXP': 308}}[t]
    out += [f'pub const {k}: {t} = {t}::{k};' for k in limits]
    out += ['', 'pub mod consts {'] + [f'    pub const {k}: {t} = {v};' for k, v in CONSTS.items()] + ['}', '']
    for op in OPS:
        out += operator(*op, t, t, '', False)
    out += [f'impl crate::num::FloatToInt<{x}> for {t} {{ fn to_int(self) -> {x} {{ self as {x} }} }}' for x in INTS]
    out.append(f'impl Num for {t} {{ const ZERO: {t} = -0.0; const ONE: {t} = 1.0; }}')
    out.append(f'impl Neg for {t} {{ type Output = {t}; fn neg(self) -> {t} {{ -self }} }}')
    out.append(f'impl Neg for &{t} {{ type Output = {t}; fn neg(self) -> {t} {{ -*self }} }}')
    out += common(t, False)
    sources = ['i8', 'i16', 'u8', 'u16'] + (['i32', 'u32', 'f32'] if t == 'f64' else [])
    out += [f'impl From<{x}> for {t} {{ fn from(x: {x}) -> {t} {{ x as {t} }} }}' for x in sources]
    out.append(f'impl From<bool> for {t} {{ fn from(x: bool) -> {t} {{ x as u8 as {t} }} }}')
    m = []

    def fn(head, body, track=False, const=False):
        m.append(f"    {TRACK if track else ''}pub {'const ' if const else ''}fn {head} {{ {body} }}")

    m += [f'    pub const {k}: {t} = {v};' for k, v in limits.items()]
    m += [f'    pub const {k}: u32 = {v};' for k, v in small.items()]
    m += [f'    pub const {k}: i32 = {v};' for k, v in exps.items()]
    for name, of in {'floor': 0, 'ceil': 0, 'trunc': 0, 'round': 0, 'round_ties_even': 'round_even', 'abs': 'fabs'}.items():
        fn(f'{name}(self) -> {t}', f'unsafe {{ i::{of or name}(self) }}', const=True)
    for name, of in {'sqrt': 0, 'sin': 0, 'cos': 0, 'tan': 0, 'asin': 0, 'acos': 0, 'atan': 0, 'sinh': 0, 'cosh': 0, 'tanh': 0, 'asinh': 0, 'acosh': 0, 'atanh': 0,
                     'exp': 0, 'exp2': 0, 'exp_m1': 'expm1', 'ln': 0, 'log2': 0, 'log10': 0, 'ln_1p': 0, 'cbrt': 0}.items():
        fn(f'{name}(self) -> {t}', f'unsafe {{ i::{of or name}(self) }}')
    for name, of in {'copysign': 0, 'min': 'fmin', 'max': 'fmax'}.items():
        fn(f'{name}(self, o: {t}) -> {t}', f'unsafe {{ i::{of or name}(self, o) }}', const=True)
    for name, of in {'atan2': 0, 'powf': 'pow', 'hypot': 0}.items():
        fn(f'{name}(self, o: {t}) -> {t}', f'unsafe {{ i::{of or name}(self, o) }}')
    fn(f'mul_add(self, a: {t}, b: {t}) -> {t}', 'unsafe { i::fma(self, a, b) }', const=True)
    fn(f'fract(self) -> {t}', 'self - self.trunc()', const=True)
    m.append(f'    pub unsafe fn to_int_unchecked<Int>(self) -> Int where Self: crate::num::FloatToInt<Int> {{ crate::num::FloatToInt::to_int(self) }}')
    fn(f'recip(self) -> {t}', '1.0 / self', const=True)
    fn(f'signum(self) -> {t}', 'if self.is_nan() { %s::NAN } else { %s::copysign(1.0, self) }' % (t, t), const=True)
    fn(f'sin_cos(self) -> ({t}, {t})', '(self.sin(), self.cos())')
    fn(f'log(self, base: {t}) -> {t}', 'self.ln() / base.ln()')
    # as compiler-rt's __powisf2
    fn(f'powi(self, n: i32) -> {t}', f'let mut m = n; let mut a = self; let mut r: {t} = 1.0; loop {{ if m & 1 != 0 {{ r = r * a; }} m = m / 2; if m == 0 {{ break; }} a = a * a; }} if n < 0 {{ 1.0 / r }} else {{ r }}')
    fn(f'div_euclid(self, o: {t}) -> {t}', 'let q = (self / o).trunc(); if self % o < 0.0 { return if o > 0.0 { q - 1.0 } else { q + 1.0 }; } q')
    fn(f'rem_euclid(self, o: {t}) -> {t}', 'let r = self % o; if r < 0.0 { r + o.abs() } else { r }')
    degrees = {'f32': 'self * 57.2957795130823208767981548141051703', 'f64': 'self * (180.0 / consts::PI)'}[t]
    fn(f'to_degrees(self) -> {t}', degrees, const=True)
    radians = {'f32': 'self * (consts::PI / 180.0)', 'f64': 'self * (consts::PI / 180.0)'}[t]
    fn(f'to_radians(self) -> {t}', radians, const=True)
    fn(f'clamp(self, min: {t}, max: {t}) -> {t}', 'assert!(min <= max, "min > max, or either was NaN. min = {min:?}, max = {max:?}"); let mut x = self; if x < min { x = min; } if x > max { x = max; } x', True, True)
    fn('is_nan(self) -> bool', 'self != self', const=True)
    fn('is_infinite(self) -> bool', f'self == {t}::INFINITY || self == {t}::NEG_INFINITY', const=True)
    fn('is_finite(self) -> bool', f'self.abs() < {t}::INFINITY', const=True)
    fn('is_subnormal(self) -> bool', f'let x = self.abs(); x > 0.0 && x < {t}::MIN_POSITIVE', const=True)
    fn('is_normal(self) -> bool', f'let x = self.abs(); x >= {t}::MIN_POSITIVE && x < {t}::INFINITY', const=True)
    fn('is_sign_negative(self) -> bool', f'self.to_bits() >> {w - 1} != 0', const=True)
    fn('is_sign_positive(self) -> bool', f'self.to_bits() >> {w - 1} == 0', const=True)
    fn(f'to_bits(self) -> {b}', 'unsafe { i::transmute(self) }', const=True)
    fn(f'from_bits(bits: {b}) -> {t}', 'unsafe { i::transmute(bits) }', const=True)
    fn('classify(self) -> FpCategory', 'if self.is_nan() { FpCategory::Nan } else if self.is_infinite() { FpCategory::Infinite } else if self == 0.0 { FpCategory::Zero } else if self.is_subnormal() { FpCategory::Subnormal } else { FpCategory::Normal }', const=True)
    for e, swap in (('ne', ''), ('le', ''), ('be', '')):
        fn(f'to_{e}_bytes(self) -> [u8; {w // 8}]', f'self.to_bits().to_{e}_bytes()', const=True)
        fn(f'from_{e}_bytes(bytes: [u8; {w // 8}]) -> {t}', f'{t}::from_bits({b}::from_{e}_bytes(bytes))', const=True)
    fn(f'total_cmp(&self, o: &{t}) -> Ordering', f'let mut a = self.to_bits() as {s}; let mut b = o.to_bits() as {s}; a = a ^ ((a >> {w - 1}) as {b} >> 1) as {s}; b = b ^ ((b >> {w - 1}) as {b} >> 1) as {s}; a.cmp(&b)')
    fn(f'next_up(self) -> {t}', f'let b = self.to_bits(); if self.is_nan() || b == {t}::INFINITY.to_bits() {{ return self; }} let a = b & ({b}::MAX >> 1); {t}::from_bits(if a == 0 {{ 1 }} else if b == a {{ b + 1 }} else {{ b - 1 }})', const=True)
    fn(f'next_down(self) -> {t}', f'let b = self.to_bits(); if self.is_nan() || b == {t}::NEG_INFINITY.to_bits() {{ return self; }} let a = b & ({b}::MAX >> 1); {t}::from_bits(if a == 0 {{ (1 << {w - 1}) | 1 }} else if b == a {{ b - 1 }} else {{ b + 1 }})', const=True)
    fn(f'midpoint(self, o: {t}) -> {t}', '((self as f64 + o as f64) / 2.0) as f32' if w == 32 else f'let (a, b) = (self, o); let lo = {t}::MIN_POSITIVE * 2.0; let hi = {t}::MAX / 2.0; let (x, y) = (a.abs(), b.abs()); if x <= hi && y <= hi {{ (a + b) / 2.0 }} else if x < lo {{ a + (b / 2.0) }} else if y < lo {{ (a / 2.0) + b }} else {{ (a / 2.0) + (b / 2.0) }}', const=True)
    fn(f'algebraic_add(self, o: {t}) -> {t}', 'self + o', const=True)
    m.pop()
    out += ['', f'impl {t} {{'] + m + ['}']
    return '\n'.join(out) + '\n'


def tuple_file():
    out = ['//! What tuples implement: written by tools/gen_prelude.py.', 'use crate::cmp::Ordering;', 'use crate::fmt::Debug;', 'use crate::hash::{Hash, Hasher};', '']
    out += ['impl PartialEq for () { fn eq(&self, _o: &()) -> bool { true } }', 'impl Eq for () {}', 'impl Debug for () {}', 'impl Default for () { fn default() {} }',
            'impl PartialOrd for () { fn partial_cmp(&self, _o: &()) -> Option<Ordering> { Some(Ordering::Equal) } }', 'impl Ord for () { fn cmp(&self, _o: &()) -> Ordering { Ordering::Equal } }']
    for n in range(1, 13):
        names = [chr(ord('A') + k) for k in range(n)]
        tup = '(' + ', '.join(names) + ',)'

        def head(bound, name):
            return f"impl<{', '.join(x + ': ' + bound for x in names)}> {name} for {tup}"
        out.append(f"{head('PartialEq', 'PartialEq')} {{ fn eq(&self, o: &{tup}) -> bool {{ {' && '.join(f'self.{k} == o.{k}' for k in range(n))} }} }}")
        out.append(f"{head('Eq', 'Eq')} {{}}")
        out.append(f"{head('Debug', 'Debug')} {{}}")
        out.append(f"{head('Default', 'Default')} {{ fn default() -> {tup} {{ ({', '.join('Default::default()' for _ in names)},) }} }}")
        steps = ' '.join(f'match self.{k}.partial_cmp(&o.{k}) {{ Some(Ordering::Equal) => {{}} different => return different }}' for k in range(n - 1))
        out.append(f"{head('PartialOrd', 'PartialOrd')} {{ fn partial_cmp(&self, o: &{tup}) -> Option<Ordering> {{ {steps} self.{n - 1}.partial_cmp(&o.{n - 1}) }} }}")
        steps = ' '.join(f'match self.{k}.cmp(&o.{k}) {{ Ordering::Equal => {{}} different => return different }}' for k in range(n - 1))
        hashes = ' '.join(f'self.{k}.hash(state);' for k in range(n))
        out.append(f"{head('Hash', 'Hash')} {{ fn hash<S: Hasher>(&self, state: &mut S) {{ {hashes} }} }}")
        same = '(' + 'T, ' * n + ')'
        names = [f'x{k}' for k in range(n)]
        out.append(f"impl<T> From<[T; {n}]> for {same} {{ fn from([{', '.join(names)}]: [T; {n}]) -> Self {{ ({', '.join(names)},) }} }}")
        out.append(f"impl<T> From<{same}> for [T; {n}] {{ fn from(({', '.join(names)},): {same}) -> Self {{ [{', '.join(names)}] }} }}")
        names = [chr(ord('A') + k) for k in range(n)]
        out.append(f"{head('Ord', 'Ord')} {{ fn cmp(&self, o: &{tup}) -> Ordering {{ {steps} self.{n - 1}.cmp(&o.{n - 1}) }} }}")
    return '\n'.join(out) + '\n'


def plain_file():
    out = ['//! bool: written by tools/gen_prelude.py.', 'use crate::cmp::Ordering;', 'use crate::fmt::{Debug, Display};', 'use crate::ops::*;', '']
    out += common('bool', True)
    for op in BIT_OPS:
        out += operator(*op, 'bool', 'bool', '')
    out += ['impl Not for bool { type Output = bool; fn not(self) -> bool { !self } }', 'impl Not for &bool { type Output = bool; fn not(self) -> bool { !*self } }',
            'impl crate::hash::Hash for bool { fn hash<H: crate::hash::Hasher>(&self, state: &mut H) { state.write_u8(*self as u8); } }', '', 'impl bool {',
            '    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> { if self { Some(f()) } else { None } }',
            '    pub fn then_some<T>(self, x: T) -> Option<T> { if self { Some(x) } else { None } }', '}']
    return '\n'.join(out) + '\n'


def sync_atomic_file():
    """core's atomics, between all threads of the system; an ordering is a value here, which the optimizer knows."""
    orders = [('Relaxed', 0), ('Acquire', 1), ('Release', 2), ('AcqRel', 3), ('SeqCst', 4)]
    never = {'load': {'Release': 'a release load', 'AcqRel': 'an acquire-release load'},
             'store': {'Acquire': 'an acquire store', 'AcqRel': 'an acquire-release store'},
             'fence': {'Relaxed': 'a relaxed fence'},
             'failure': {'Release': 'a release failure ordering', 'AcqRel': 'an acquire-release failure ordering'}}

    def by_order(intrinsic, args, what='', generic='T, '):
        arms = [f'{name} => ' + (f'panic!("there is no such thing as {never[what][name]}")' if name in never.get(what, {})
                                 else f'i::{intrinsic}::<{generic}{number}, 2>({args})') for name, number in orders]
        return '        unsafe { match order { ' + ', '.join(arms) + ' } }'

    out = ['//! Atomic integers: written by tools/gen_prelude.py.', 'use crate::cell::UnsafeCell;', 'use crate::fmt::Debug;', 'use crate::intrinsics as i;',
           'use Ordering::*;', '', '#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]', '#[non_exhaustive]', 'pub enum Ordering {']
    out += [f'    {name},' for name in ('Relaxed', 'Release', 'Acquire', 'AcqRel', 'SeqCst')] + ['}', '']
    for name, args, result, what in [('load', 'at: *const T', ' -> T', 'load'), ('store', 'at: *mut T, value: T', '', 'store'),
                                     ('exchange', 'at: *mut T, value: T', ' -> T', ''), ('compare_exchange', 'at: *mut T, expected: T, new: T', ' -> T', '')] + [
                                         (op, 'at: *mut T, value: T', ' -> T', '') for op in ('add', 'sub', 'and', 'or', 'xor', 'min', 'max')]:
        passed = ', '.join(arg.split(':')[0] for arg in args.split(', '))
        out += [f'fn {name}<T: Copy>({args}, order: Ordering){result} {{', by_order(f'atomic_{name}', passed, what), '}']
    out += ['pub fn fence(order: Ordering) {', by_order('fence', '', 'fence', ''), '}',
            '/// Within a thread only: the compiler keeps the order of atomic operations anyway.', 'pub fn compiler_fence(order: Ordering) {',
            '    if order == Relaxed {', '        panic!("there is no such thing as a relaxed compiler fence")', '    }', '}',
            '/// One that orders what success and failure do.', 'const fn both(success: Ordering, failure: Ordering) -> Ordering {', '    match (success, failure) {']
    out += [f'        (_, {name}) => panic!("there is no such thing as {words}"),' for name, words in never['failure'].items()]
    out += ['        (_, SeqCst) => SeqCst,', '        (Relaxed, Acquire) => Acquire,', '        (Release, Acquire) => AcqRel,', '        (order, _) => order,', '    }', '}']
    for t in ('i32', 'u32', 'i64', 'u64', 'isize', 'usize'):
        name = f'Atomic{t.capitalize()}'
        size = 4 if '32' in t else 8
        out += ['', f'#[repr(C, align({size}))]', f'pub struct {name} {{', f'    value: UnsafeCell<{t}>,', '}', f'unsafe impl Sync for {name} {{}}',
                f'impl Debug for {name} {{}}', f'impl Default for {name} {{ fn default() -> {name} {{ {name}::new(0) }} }}',
                f'impl From<{t}> for {name} {{ fn from(value: {t}) -> {name} {{ {name}::new(value) }} }}', f'impl {name} {{',
                f'    pub const fn new(value: {t}) -> {name} {{ {name} {{ value: UnsafeCell::new(value) }} }}',
                f'    pub const unsafe fn from_ptr<\'a>(at: *mut {t}) -> &\'a {name} {{ unsafe {{ &*(at as *mut {name}) }} }}',
                f'    pub const fn as_ptr(&self) -> *mut {t} {{ self.value.get() }}', f'    pub fn get_mut(&mut self) -> &mut {t} {{ self.value.get_mut() }}',
                f'    pub const fn into_inner(self) -> {t} {{ self.value.into_inner() }}',
                f'    pub fn load(&self, order: Ordering) -> {t} {{ load(self.as_ptr(), order) }}',
                f'    pub fn store(&self, value: {t}, order: Ordering) {{ store(self.as_ptr(), value, order) }}',
                f'    pub fn swap(&self, value: {t}, order: Ordering) -> {t} {{ exchange(self.as_ptr(), value, order) }}',
                f'    pub fn compare_exchange(&self, current: {t}, new: {t}, success: Ordering, failure: Ordering) -> Result<{t}, {t}> {{',
                '        let old = compare_exchange(self.as_ptr(), current, new, both(success, failure));',
                '        if old == current { Ok(old) } else { Err(old) }', '    }',
                f'    pub fn compare_exchange_weak(&self, current: {t}, new: {t}, success: Ordering, failure: Ordering) -> Result<{t}, {t}> {{',
                '        self.compare_exchange(current, new, success, failure)', '    }',
                f'    pub fn fetch_update<F: FnMut({t}) -> Option<{t}>>(&self, set: Ordering, fetch: Ordering, mut f: F) -> Result<{t}, {t}> {{',
                '        let mut old = self.load(fetch);', '        while let Some(new) = f(old) {',
                '            match self.compare_exchange_weak(old, new, set, fetch) {', '                Ok(before) => return Ok(before),', '                Err(now) => old = now,',
                '            }', '        }', '        Err(old)', '    }',
                f'    pub fn fetch_nand(&self, value: {t}, order: Ordering) -> {t} {{', '        let mut old = load(self.as_ptr(), Relaxed);', '        loop {',
                '            let now = compare_exchange(self.as_ptr(), old, !(old & value), order);', '            if now == old {', '                return old;', '            }',
                '            old = now;', '        }', '    }']
        out += [f'    pub fn fetch_{op}(&self, value: {t}, order: Ordering) -> {t} {{ {op}(self.as_ptr(), value, order) }}'
                for op in ('add', 'sub', 'and', 'or', 'xor', 'min', 'max')] + ['}']
    return '\n'.join(out) + '\n'


def main():
    files = {f'{t}.rs': int_file(t) for t in INTS}
    files |= {'f32.rs': float_file('f32'), 'f64.rs': float_file('f64'), 'tuple.rs': tuple_file(), 'bool.rs': plain_file(), 'sync_atomic.rs': sync_atomic_file()}
    stale = []
    for name, text in files.items():
        path = PRELUDE / name
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if '--check' not in sys.argv:
            path.write_text(text)
    if '--check' in sys.argv and stale:
        sys.exit('not what tools/gen_prelude.py writes: ' + ' '.join(stale))


if __name__ == '__main__':
    main()
