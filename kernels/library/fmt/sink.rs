//! What is formatted for somebody's own `Write`, where digits and quotes are made as the kernel runs. The formatter
//! then has no bytes of its own: a pointer to the sink lies in their place.

use super::{float, formatter_new, Alignment, Error, Formatter, Result, Write};
use crate::intrinsics as i;

/// Stands for how much was written.
pub const TO_SINK: usize = usize::MAX;
/// The byte that says that something between the parts of a value was refused. No more of the message is written then.
const IS_BROKEN: usize = 16;

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
#[lang = "formatter_result"]
fn formatter_result(f: &Formatter<'_>, so_far: Result) -> Result {
    if is_sink(f) && f.bytes[IS_BROKEN] != 0 { Err(Error) } else { so_far }
}
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
    let base = base_of(f) as u128;
    while size > u64::MAX as u128 {
        at -= 1;
        room[at] = digit_of(f, (size % base) as u8);
        size /= base;
    }
    integer(f, kind, is_negative, size as u64, &mut room, at)
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
    quoted(f, c.encode_utf8(&mut [0; 4]), '\'')
}
#[lang = "formatter_quoted"]
fn formatter_quoted(f: &mut Formatter<'_>, kind: u8, text: &str) -> Result {
    if is_sink(f) { quoted(f, text, '"') } else { super::formatter_show_text(f, kind, text) }
}

fn is_sink(f: &Formatter<'_>) -> bool { f.n == TO_SINK }
fn sink<'s>(f: &'s mut Formatter<'_>) -> &'s mut (dyn Write + 's) {
    unsafe { &mut **(&raw mut f.bytes as *mut *mut (dyn Write + 's)) }
}
pub fn break_off(f: &mut Formatter<'_>) { f.bytes[IS_BROKEN] = 1; }

pub fn write(f: &mut Formatter<'_>, text: &str) -> Result {
    if f.bytes[IS_BROKEN] != 0 {
        return Err(Error);
    }
    if f.depth == 0 {
        f.starts_line = text.as_bytes().last() == Some(&b'\n');
        return sink(f).write_str(text);
    }
    let mut rest = text;
    while !rest.is_empty() {
        if f.starts_line {
            let mut left = f.depth;
            while left > 0 {
                sink(f).write_str("    ")?;
                left -= 1;
            }
        }
        let bytes = rest.as_bytes();
        let mut n = 1;
        while n < bytes.len() && bytes[n - 1] != b'\n' {
            n += 1;
        }
        f.starts_line = bytes[n - 1] == b'\n';
        sink(f).write_str(part(rest, 0, n))?;
        rest = part(rest, n, rest.len());
    }
    Ok(())
}
pub fn write_char(f: &mut Formatter<'_>, c: char) -> Result {
    if f.depth > 0 || f.bytes[IS_BROKEN] != 0 {
        return write(f, c.encode_utf8(&mut [0; 4]));
    }
    f.starts_line = c == '\n';
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
    let mut left = n;
    while left > 0 {
        write_char(f, c)?;
        left -= 1;
    }
    Ok(())
}

/// heads: the sign and what tells the base, which zeros follow. n_chars: of all parts.
pub fn padded(f: &mut Formatter<'_>, heads: [&str; 2], parts: &[Part<'_>], n_chars: usize, is_number: bool) -> Result {
    let more = f.width().unwrap_or(0).saturating_sub(heads[0].len() + heads[1].len() + n_chars);
    let zeros = is_number && f.sign_aware_zero_pad();
    let before = match f.align() {
        _ if zeros => 0,
        Some(Alignment::Left) => 0,
        Some(Alignment::Center) => more / 2,
        Some(Alignment::Right) => more,
        None => if is_number { more } else { 0 },
    };
    let fill = f.fill();
    write_times(f, fill, before)?;
    let mut k = 0;
    while k < 2 {
        if !heads[k].is_empty() {
            write(f, heads[k])?;
        }
        k += 1;
    }
    write_times(f, '0', if zeros { more } else { 0 })?;
    k = 0;
    while k < parts.len() {
        if !parts[k].0.is_empty() || !is_number {
            write(f, parts[k].0)?;
        }
        let mut left = parts[k].1;
        while left > 0 {
            let n = left.min(ZEROS.len());
            write(f, part(ZEROS, 0, n))?;
            left -= n;
        }
        k += 1;
    }
    write_times(f, fill, if zeros { 0 } else { more - before })
}

/// As `Formatter::pad`.
pub fn text(f: &mut Formatter<'_>, text: &str) -> Result {
    if f.options == 0 {
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
    padded(f, ["", ""], &[(part(text, 0, end), 0)], n_chars, false)
}

fn base_of(f: &Formatter<'_>) -> u64 { [10, 16, 16, 2, 8, 10, 10, 10][f.bits(61, 3)] }
fn digit_of(f: &Formatter<'_>, digit: u8) -> u8 {
    if digit < 10 { b'0' + digit } else { digit - 10 + if f.bits(61, 3) == 2 { b'A' } else { b'a' } }
}
/// room has digits from `at` on, which the last ones of the number are.
fn integer(f: &mut Formatter<'_>, kind: u8, is_negative: bool, size: u64, room: &mut [u8; 128], at: usize) -> Result {
    let base = base_of(f);
    let (mut at, mut left) = (at, size);
    while left > 0 || at == room.len() {
        at -= 1;
        room[at] = digit_of(f, (left % base) as u8);
        left /= base;
    }
    let digits = part(unsafe { i::str_from_bytes(room) }, at, room.len());
    let letter = f.bits(61, 3);
    let tells_base = f.alternate() && (kind & 0x40 == 0 || letter != 0);
    let head = if tells_base { ["", "0x", "0x", "0b", "0o", "", "", ""][letter] } else { "" };
    padded(f, [float::sign(f, is_negative), head], &[(digits, 0)], digits.len(), true)
}

/// A number of up to 64 bits, a bool, a char without quotes, or an address.
pub fn number(f: &mut Formatter<'_>, kind: u8, low: u64) -> Result {
    match kind & 0x3F {
        7 => return text(f, if low != 0 { "true" } else { "false" }),
        8 => {
            let c = unsafe { char::from_u32_unchecked(low as u32) };
            return if f.options == 0 { write_char(f, c) } else { text(f, c.encode_utf8(&mut [0; 4])) };
        }
        9 => {
            let options = f.options;
            f.options |= 1 << 24 | 1 << 61;
            let so_far = integer(f, 0, false, low, &mut [0; 128], 128);
            f.options = options;
            return so_far;
        }
        _ => {}
    }
    let is_negative = kind & 1 != 0 && low & 1 != 0;
    let size = if kind & 1 != 0 { (low >> 1) + is_negative as u64 } else { low };
    integer(f, kind, is_negative, size, &mut [0; 128], 128)
}

/// Whether {:?} writes a code point as \u{..}. The ranges of those are sorted, in eight bytes each.
fn is_escaped(c: char) -> bool {
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
    low < ranges.len() / 8 && c as u32 >= code_at(8 * low)
}
fn quoted(f: &mut Formatter<'_>, text: &str, quote: char) -> Result {
    write_char(f, quote)?;
    let (mut from, mut at) = (0, 0);
    for c in text.chars() {
        let end = at + c.len_utf8();
        let letter = match c {
            '\0' => '0',
            '\t' => 't',
            '\r' => 'r',
            '\n' => 'n',
            _ if c == quote || c == '\\' => c,
            _ => ' ',
        };
        if letter != ' ' || is_escaped(c) {
            if from < at {
                write(f, part(text, from, at))?;
            }
            from = end;
            write_char(f, '\\')?;
            if letter != ' ' {
                write_char(f, letter)?;
            } else {
                write_char(f, 'u')?;
                write_char(f, '{')?;
                let mut shift = 32 - ((c as u32 | 1).leading_zeros() & !3);
                while shift > 0 {
                    shift -= 4;
                    write_char(f, char::from_digit(c as u32 >> shift & 15, 16).unwrap_or('0'))?;
                }
                write_char(f, '}')?;
            }
        }
        at = end;
    }
    if from < at {
        write(f, part(text, from, at))?;
    }
    write_char(f, quote)
}
