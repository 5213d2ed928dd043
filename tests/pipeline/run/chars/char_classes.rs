// which characters have a case or are numeric: of all of them
// threads: 17
// expect: 804152025083879000 5993997701058112830 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656 281474976710656
use rustg_std::prelude::*;

const IS_LOWER: bool = 'ß'.is_lowercase() && !'ẞ'.is_lowercase();

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (mut all, mut n) = (0u64, IS_LOWER as u64);
    let start = t.get() as u32 * 65536;
    for code in start..start + 65536 {
        if let Some(c) = char::from_u32(code) {
            let kind = c.is_lowercase() as u64 + 2 * c.is_uppercase() as u64 + 4 * c.is_numeric() as u64;
            all = all.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(7) ^ kind;
            n += (kind > 0) as u64;
        }
    }
    out[t] = all ^ n << 48;
}
