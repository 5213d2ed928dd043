// methods of chars
// threads: 9
// expect: 17550874363314670488 9939117070465899857 2120748279361292255 272619923966331792 9507289427681156518 14523340626973748429 11435588803530771244 2477679761662175964 1093803596356078357
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let c = ['a', 'Z', '7', ' ', '\n', 'é', '中', '\u{1F600}', 'f'][i as usize];
    let mut n = 0u64;
    let mut add = |v: u64| n = n.wrapping_mul(31).wrapping_add(v);
    add(c.is_ascii() as u64
        + c.is_ascii_alphabetic() as u64 * 2
        + c.is_ascii_digit() as u64 * 4
        + c.is_ascii_hexdigit() as u64 * 8
        + c.is_ascii_punctuation() as u64 * 16
        + c.is_ascii_whitespace() as u64 * 32
        + c.is_ascii_control() as u64 * 64
        + c.is_ascii_graphic() as u64 * 128);
    add(c.is_ascii_uppercase() as u64 + c.is_ascii_lowercase() as u64 * 2 + c.is_ascii_alphanumeric() as u64 * 4);
    add(c.to_ascii_uppercase() as u64);
    add(c.to_ascii_lowercase() as u64);
    add(c.eq_ignore_ascii_case(&'A') as u64);
    add(c.to_digit(10).unwrap_or(99) as u64);
    add(c.to_digit(16).unwrap_or(99) as u64);
    add(c.is_digit(36) as u64);
    add(c.len_utf8() as u64 * 10 + c.len_utf16() as u64);
    add(char::from_u32(c as u32 + 1).map_or(0, |x| x as u64));
    add(char::from_u32(0xD800).is_none() as u64);
    add(char::from_digit(11, 16).unwrap() as u64);
    add(char::from(65u8) as u64);
    add(u8::try_from(c).is_ok() as u64);
    add(u32::from(c) as u64);
    add((c as u8) as u64);
    add((c < 'b') as u64);
    add(('a'..='z').contains(&c) as u64);
    add(c.is_whitespace_ascii());
    add(char::MAX as u64);
    add(c.max('b') as u64);
    add(('a'..c).count() as u64 % 1000);
    add(char::try_from(0x41u32).unwrap() as u64);
    n
}
trait W {
    fn is_whitespace_ascii(self) -> u64;
}
impl W for char {
    fn is_whitespace_ascii(self) -> u64 {
        matches!(self, ' ' | '\t' | '\n') as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
