// characters of UTF-16, halves of pairs that stand alone, and texts of one character
// threads: 4
// expect: 2520686932179948096 17740762180384988236 5227068018066997391 1
// prints: unpaired surrogate found: d801 Some(Err(DecodeUtf16Error { code: 56321 }))
// prints: cannot parse char from empty string too many characters in string
// prints: Err(ParseCharError { kind: TooManyChars }) converted integer out of range for `char` unicode code point out of range
// prints: DecodeUtf16 { iter: Once(Some(7)), buf: None }
use rustg_std::prelude::*;
use std::char::{REPLACEMENT_CHARACTER, UNICODE_VERSION, decode_utf16};

#[derive(Clone, Debug)]
struct Once(Option<u16>);
impl Iterator for Once {
    type Item = u16;
    fn next(&mut self) -> Option<u16> {
        self.0.take()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut all = 0u64;
    let mut add = |x: u64| all = all.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ x;
    match t.get() {
        0 => {
            let halves = [0x41, 0xD834, 0xDD1E, 0x6D, 0xDD1E, 0xD834, 0xD834, 0xDD1E, 0x69, 0xD834, 0x7A, 0xFFFD, 0xD834];
            let mut chars = decode_utf16(halves);
            loop {
                let (low, high) = chars.size_hint();
                add(low as u64 + 100 * high.unwrap_or(99) as u64 + 10000 * chars.clone().count() as u64);
                match chars.next() {
                    Some(Ok(c)) => add(c as u64),
                    Some(Err(e)) => add(0x1000_0000 + e.unpaired_surrogate() as u64),
                    None => break,
                }
            }
        }
        1 => {
            let text = [0x4F60, 0xD800, 0x597D];
            for c in char::decode_utf16(text).map(|c| c.unwrap_or(REPLACEMENT_CHARACTER)) {
                add(c as u64);
            }
        }
        2 => {
            for text in ["", "a", "é", "ab", "\u{1F600}"] {
                add(text.parse::<char>().map_or_else(|e| 7 + (e == "".parse::<char>().unwrap_err()) as u64, |c| c as u64));
            }
        }
        _ => {
            println!("{} {:?}", decode_utf16([0xD801]).next().unwrap().unwrap_err(), decode_utf16([0xDC01]).next());
            println!("{} {}", "".parse::<char>().unwrap_err(), "ab".parse::<char>().unwrap_err());
            println!("{:?} {} {}", "ab".parse::<char>(), char::try_from(0xD800u32).unwrap_err(), u8::try_from('中').unwrap_err());
            println!("{:?}", decode_utf16(Once(Some(7))));
            add((UNICODE_VERSION == char::UNICODE_VERSION) as u64);
        }
    }
    out[t] = all;
}
