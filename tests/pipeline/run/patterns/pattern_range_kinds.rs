// ranges in patterns: open, closed, half-open, negative, chars, constants
// threads: 10
// expect: 1111 2222 3333 3334 4445 5552 4665 6744 6762 1225
use rustg_std::prelude::*;

const LOW: i32 = -5;
const HIGH: i32 = LOW + 10;
struct L;
impl L {
    const TEN: u8 = 10;
}
fn int(x: i32) -> u64 {
    match x {
        i32::MIN..-100 => 1,
        -100..LOW => 2,
        LOW..=HIGH => 3,
        6..=9 | 11..20 => 4,
        10 => 5,
        20.. => 6,
    }
}
fn byte(x: u8) -> u64 {
    match x {
        0 => 1,
        1..L::TEN => 2,
        L::TEN..=0x1f => 3,
        b'a'..=b'z' => 4,
        b'0'..b':' => 5,
        ..=0x7f => 6,
        0x80.. => 7,
    }
}
fn letter(c: char) -> u64 {
    match c {
        '\0'..='\u{1f}' => 1,
        'a'..'n' => 2,
        'n'..='z' => 3,
        'é' | 'ß' => 4,
        '\u{4e00}'..='\u{9fff}' => 5,
        _ => 6,
    }
}
fn float(x: f32) -> u64 {
    match x {
        0.0 => 1,
        1.0..=2.0 => 2,
        f32::INFINITY => 3,
        ..0.0 => 4,
        _ => 5,
    }
}
fn value(i: u64) -> u64 {
    let k = i as usize;
    let n = int([-101, -100, -5, 5, 6, 10, 19, 20, i32::MAX, i32::MIN][k]);
    let b = byte([0, 9, 10, 31, b'q', b'9', 127, 128, 255, 1][k]);
    let c = letter(['\n', 'm', 'n', 'z', 'ß', '中', 'Z', 'é', '~', 'a'][k]);
    let f = float([-0.0, 1.5, f32::INFINITY, -3.0, f32::NAN, 2.0, 2.5, -1e-40, 1.0, 0.5][k]);
    n * 1000 + b * 100 + c * 10 + f
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
