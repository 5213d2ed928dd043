//! What is formatted for somebody's own `Write`, where digits and quotes are made as the kernel runs. The formatter
//! then has no bytes of its own: a pointer to the sink lies in their place.

use super::{float, formatter_new, Alignment, Error, Formatter, Result, Write};
use crate::intrinsics as i;

/// Stands for how much was written.
pub const TO_SINK: usize = usize::MAX;
/// Where it is kept which steps of indentation are at the beginning of a line: one bit each, as far as they go.
const LINES: usize = 16;

const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A text, and zeros behind it.
pub type Part<'a> = (&'a str, usize);

#[lang = "formatter_sink"]
fn formatter_sink<'a, W: Write>(to: &'a mut W) -> Formatter<'a> {
    let mut f = formatter_new(0);
    f.n = TO_SINK;
    unsafe { *(&raw mut f.bytes as *mut *mut (dyn Write + 'a)) = to as &mut (dyn Write + 'a) };
    f
}
#[lang = "formatter_ok"] fn formatter_ok() -> Result { Ok(()) }
#[lang = "formatter_wide"]
fn formatter_wide(f: &mut Formatter<'_>, kind: u8, low: u64, high: u64) -> Result {
    if !is_sink(f) {
        return super::formatter_number(f, kind, low, high);
    }
    let bits = (high as u128) << 64 | low as u128;
    let is_negative = kind & 1 != 0 && high >> 63 != 0;
    let mut size = if is_negative { bits.wrapping_neg() } else { bits };
    let mut room = [0; 128];
    let mut at = room.len();
    let letter = letter_of(f, kind);
    let base = BASES[letter] as u128;
    while size > u64::MAX as u128 {
        at -= 1;
        room[at] = digit_of(letter, (size % base) as u8);
        size /= base;
    }
    integer(f, letter, is_negative, size as u64, &mut room, at)
}
#[lang = "formatter_float"]
fn formatter_float(f: &mut Formatter<'_>, kind: u8, low: u64, high: u64) -> Result {
    if !is_sink(f) {
        return super::formatter_number(f, kind, low, high);
    }
    float::show(f, kind & 0x40 != 0, kind & 1 == 0, low)
}
#[lang = "formatter_quoted_char"]
fn formatter_quoted_char(f: &mut Formatter<'_>, kind: u8, low: u64, high: u64) -> Result {
    if !is_sink(f) {
        return super::formatter_number(f, kind, low, high);
    }
    let c = unsafe { char::from_u32_unchecked(low as u32) };
    let mut room = [0; 10];
    let n = escape(c, '\'', true, &mut room);
    write_char(f, '\'')?;
    if n > 0 { write(f, part(unsafe { i::str_from_bytes(&room) }, 0, n)) } else { write_char(f, c) }?;
    write_char(f, '\'')
}
#[lang = "formatter_quoted"]
fn formatter_quoted(f: &mut Formatter<'_>, kind: u8, text: &str) -> Result {
    if is_sink(f) { quoted(f, text) } else { super::formatter_show_text(f, kind, text) }
}

fn is_sink(f: &Formatter<'_>) -> bool { f.n == TO_SINK }
fn sink<'s>(f: &'s mut Formatter<'_>) -> &'s mut (dyn Write + 's) {
    unsafe { &mut **(&raw mut f.bytes as *mut *mut (dyn Write + 's)) }
}
fn lines<'s>(f: &'s mut Formatter<'_>) -> &'s mut u64 { unsafe { &mut *(&raw mut f.bytes[LINES] as *mut u64) } }
pub fn begin_line(f: &mut Formatter<'_>) { *lines(f) |= 1 << (f.depth - 1).min(63); }

/// Each step of indentation is refused or written by itself, as by core's adapters.
fn indent(f: &mut Formatter<'_>, ends_line: bool) -> Result {
    counting!(k in 0, f.depth => {
        let bit = 1 << k.min(63);
        if *lines(f) & bit != 0 {
            sink(f).write_str("    ")?;
            *lines(f) &= if k < 63 { !bit } else { !0 };
        }
    });
    *lines(f) = if ends_line { !0 } else { 0 };
    Ok(())
}
pub fn write(f: &mut Formatter<'_>, text: &str) -> Result {
    if f.depth == 0 {
        return sink(f).write_str(text);
    }
    let mut rest = text;
    while !rest.is_empty() {
        let bytes = rest.as_bytes();
        let mut n = 1;
        while n < bytes.len() && bytes[n - 1] != b'\n' {
            n += 1;
        }
        indent(f, bytes[n - 1] == b'\n')?;
        sink(f).write_str(part(rest, 0, n))?;
        rest = part(rest, n, rest.len());
    }
    Ok(())
}
pub fn write_char(f: &mut Formatter<'_>, c: char) -> Result {
    indent(f, c == '\n')?;
    sink(f).write_char(c)
}

/// Of a text: the bytes from one character to another, which are its own.
pub fn part(text: &str, from: usize, to: usize) -> &str {
    unsafe {
        let bytes = i::slice_from_raw_parts(i::ptr_offset(text.as_ptr(), from as isize), to - from);
        i::str_from_bytes(&*bytes)
    }
}
fn write_times(f: &mut Formatter<'_>, c: char, n: usize) -> Result {
    counting!(k in 0, n => {
        write_char(f, c)?;
    });
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
pub enum Kind { Text, Integer, Float }

/// base: what tells it. n_chars: of all parts. What is empty is written where core writes it.
pub fn padded(
    f: &mut Formatter<'_>, sign: &str, base: Option<&str>, parts: &[Part<'_>], n_chars: usize, kind: Kind,
) -> Result {
    let width = f.width().unwrap_or(0);
    let more = width.saturating_sub(sign.len() + base.map_or(0, str::len) + n_chars);
    let zeros = kind != Kind::Text && f.sign_aware_zero_pad();
    let before = match f.align() {
        _ if zeros => 0,
        Some(Alignment::Left) => 0,
        Some(Alignment::Center) => more / 2,
        Some(Alignment::Right) => more,
        None => if kind == Kind::Text { 0 } else { more },
    };
    let fill = f.fill();
    write_times(f, fill, before)?;
    if kind == Kind::Float && (sign != "" || zeros && width > 0) {
        write(f, sign)?;
    } else if sign != "" {
        write_char(f, sign.as_bytes()[0] as char)?;
    }
    if let Some(base) = base {
        write(f, base)?;
    }
    write_times(f, '0', if zeros { more } else { 0 })?;
    counting!(k in 0, parts.len() => {
        if !parts[k].0.is_empty() || kind == Kind::Text {
            write(f, parts[k].0)?;
        }
        let mut left = parts[k].1;
        while left > 0 {
            let n = left.min(ZEROS.len());
            write(f, part(ZEROS, 0, n))?;
            left -= n;
        }
    });
    write_times(f, fill, if zeros { 0 } else { more - before })
}

fn is_plain(f: &Formatter<'_>) -> bool { f.width().is_none() && f.precision().is_none() }

/// As `Formatter::pad`.
pub fn text(f: &mut Formatter<'_>, text: &str) -> Result {
    if is_plain(f) {
        return write(f, text);
    }
    let most = f.precision().unwrap_or(usize::MAX);
    let bytes = text.as_bytes();
    let (mut end, mut n_chars) = (0, 0);
    while end < bytes.len() && n_chars < most {
        end += 1;
        while end < bytes.len() && bytes[end] & 0xC0 == 0x80 {
            end += 1;
        }
        n_chars += 1;
    }
    padded(f, "", None, &[(part(text, 0, end), 0)], n_chars, Kind::Text)
}

/// Of {:x}, {:X}, {:b}, {:o} and {:e}, 1 to 4 and 7. kind tells whether it is Debug, which {:x?} makes 1 of.
fn letter_of(f: &Formatter<'_>, kind: u8) -> usize {
    match f.bits(61, 3) {
        letter @ 5..=6 => if kind & 0x40 != 0 { letter - 4 } else { 0 },
        letter => letter,
    }
}
const BASES: [u64; 8] = [10, 16, 16, 2, 8, 10, 10, 10];
fn digit_of(letter: usize, digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { digit - 10 + if letter == 2 { b'A' } else { b'a' } }
}
/// room has digits from `at` on, which the last ones of the number are.
fn integer(
    f: &mut Formatter<'_>, letter: usize, is_negative: bool, size: u64, room: &mut [u8; 128], at: usize,
) -> Result {
    let (mut at, mut left) = (at, size);
    while left > 0 || at == room.len() {
        at -= 1;
        room[at] = digit_of(letter, (left % BASES[letter]) as u8);
        left /= BASES[letter];
    }
    let sign = float::sign(f, is_negative);
    if letter == 7 {
        return exponent(f, sign, room, at);
    }
    let digits = part(unsafe { i::str_from_bytes(room) }, at, room.len());
    let base = if f.alternate() { Some(["", "0x", "0x", "0b", "0o", "", "", ""][letter]) } else { None };
    padded(f, sign, base, &[(digits, 0)], digits.len(), Kind::Integer)
}
/// An integer by {:e}, of digits from `from` on; half goes to even.
fn exponent(f: &mut Formatter<'_>, sign: &str, room: &mut [u8; 128], from: usize) -> Result {
    let (mut end, mut power) = (room.len(), room.len() - from - 1);
    let wanted = f.precision().unwrap_or(power);
    let n_more = wanted.saturating_sub(power);
    if f.precision().is_none() {
        while end > from + 1 && room[end - 1] == b'0' {
            end -= 1;
        }
    } else if wanted < power {
        end = from + 1 + wanted;
        let is_more = room[end + 1..].iter().any(|digit| *digit != b'0') || room[end - 1] & 1 != 0;
        let (mut is_up, mut at) = (room[end] > b'5' || room[end] == b'5' && is_more, end);
        while is_up && at > from {
            at -= 1;
            is_up = room[at] == b'9';
            room[at] = if is_up { b'0' } else { room[at] + 1 };
        }
        if is_up {
            room[from] = b'1';
            power += 1;
        }
    }
    let (mut text, mut n, mut at) = ([b'.'; 48], 1, from + 1);
    text[0] = room[from];
    if at < end || n_more > 0 {
        n = 2;
    }
    while at < end {
        text[n] = room[at];
        at += 1;
        n += 1;
    }
    text[n] = if f.bits(60, 1) != 0 { b'E' } else { b'e' };
    text[n + 1] = b'0' + (power / 10) as u8;
    let n_power = 1 + (power > 9) as usize;
    text[n + n_power] = b'0' + (power % 10) as u8;
    let text = part(unsafe { i::str_from_bytes(&text) }, 0, n + 1 + n_power);
    if n_more > 0 {
        let parts = [(part(text, 0, n), n_more), (part(text, n, text.len()), 0)];
        return padded(f, sign, None, &parts, text.len() + n_more, Kind::Float);
    }
    let base = if f.alternate() { Some("") } else { None };
    padded(f, sign, base, &[(text, 0)], text.len(), Kind::Integer)
}

/// A number of up to 64 bits, a bool, a char without quotes, or an address.
pub fn number(f: &mut Formatter<'_>, kind: u8, low: u64) -> Result {
    match kind & 0x3F {
        7 => return text(f, if low != 0 { "true" } else { "false" }),
        8 => {
            let c = unsafe { char::from_u32_unchecked(low as u32) };
            return if is_plain(f) { write_char(f, c) } else { text(f, c.encode_utf8(&mut [0; 4])) };
        }
        9 => {
            let options = f.options;
            if f.alternate() {
                f.options |= 1 << 25;
                if f.width().is_none() {
                    f.options |= 1 << 26 | 18 << 27;
                }
            }
            f.options |= 1 << 24;
            let so_far = integer(f, 1, false, low, &mut [0; 128], 128);
            f.options = options;
            return so_far;
        }
        _ => {}
    }
    let is_negative = kind & 1 != 0 && low & 1 != 0;
    let size = if kind & 1 != 0 { (low >> 1) + is_negative as u64 } else { low };
    integer(f, letter_of(f, kind), is_negative, size, &mut [0; 128], 128)
}

/// Whether {:?} writes a code point as \u{..}. The ranges of those are sorted, in eight bytes each. The top bit of the
/// first code point says that it does only because they join the character before them: they count if `joins`.
fn is_escaped(c: char, joins: bool) -> bool {
    let ranges = unsafe { i::escaped_chars() }.as_bytes();
    let code_at = |at: usize| u32::from_le_bytes([ranges[at], ranges[at + 1], ranges[at + 2], ranges[at + 3]]);
    let (mut low, mut high) = (0, ranges.len() / 8);
    while low < high {
        let middle = (low + high) / 2;
        if c as u32 > code_at(8 * middle + 4) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if low == ranges.len() / 8 {
        return false;
    }
    let first = code_at(8 * low);
    c as u32 >= first & !(1 << 31) && (joins || first >> 31 == 0)
}
/// Returns how many bytes it takes, or 0 if the character stands for itself.
pub fn escape(c: char, quote: char, joins: bool, room: &mut [u8; 10]) -> usize {
    room[0] = b'\\';
    room[1] = match c {
        '\0' => b'0',
        '\t' => b't',
        '\r' => b'r',
        '\n' => b'n',
        _ if c == quote || c == '\\' => c as u8,
        _ if is_escaped(c, joins) => return escape_unicode(c, room),
        _ => return 0,
    };
    2
}
/// Likewise, as \u{..}.
pub fn escape_unicode(c: char, room: &mut [u8; 10]) -> usize {
    room[..3].copy_from_slice(b"\\u{");
    let (mut n, mut shift) = (3, 32 - ((c as u32 | 1).leading_zeros() & !3));
    while shift > 0 {
        shift -= 4;
        room[n] = char::from_digit(c as u32 >> shift & 15, 16).unwrap_or('0') as u8;
        n += 1;
    }
    room[n] = b'}';
    n + 1
}
fn quoted(f: &mut Formatter<'_>, text: &str) -> Result {
    write_char(f, '"')?;
    let (mut from, mut at, mut room) = (0, 0, [0; 10]);
    for c in text.chars() {
        let n = escape(c, '"', true, &mut room);
        if n > 0 {
            write(f, part(text, from, at))?;
            write(f, part(unsafe { i::str_from_bytes(&room) }, 0, n))?;
            from = at + c.len_utf8();
        }
        at += c.len_utf8();
    }
    write(f, part(text, from, at))?;
    write_char(f, '"')
}
