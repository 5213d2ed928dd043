// matches over dense and sparse integers, u64 limits, chars, fallthrough by |
// threads: 8
// expect: 1311004250 2122004660 3633005000 4244005270 5355005480 3566005640 1455005760 5466005850
use rustg_std::prelude::*;

fn dense(x: u8) -> u64 {
    match x {
        0 => 10,
        1 | 2 => 20,
        3 => 30,
        4 => 40,
        5 | 7 | 9 => 50,
        6 => 60,
        8 => 80,
        _ => 90,
    }
}
fn sparse(x: u64) -> u64 {
    match x {
        0 => 1,
        0xFFFF_FFFF_FFFF_FFFF => 2,
        0x8000_0000_0000_0000 => 3,
        1_000_000_007 => 4,
        x if x & (x - 1) == 0 => 5,
        _ => 6,
    }
}
fn signed(x: i64) -> u64 {
    match x {
        i64::MIN => 1,
        i64::MAX => 2,
        -1 => 3,
        0 => 4,
        i64::MIN..=-2 => 5,
        _ => 6,
    }
}
fn both(a: bool, b: bool, c: u8) -> u64 {
    match (a, b, c) {
        (true, _, 0) => 1,
        (_, true, 1) => 2,
        (false, false, 0..=1) => 3,
        (_, _, 2..) => 4,
        (true, false, 1) => 5,
        (false, true, 0) => 6,
    }
}
fn letter(c: char) -> u64 {
    match c {
        'a' | 'e' | 'i' | 'o' | 'u' => 1,
        '0'..='9' => 2,
        'A'..='Z' | 'b'..='z' => 3,
        '\u{10FFFF}' => 4,
        _ => 5,
    }
}
fn value(i: u64) -> u64 {
    let k = i as usize;
    (0..12).map(|x| dense(x + i as u8) * x as u64).sum::<u64>()
        + sparse([0, u64::MAX, 1 << 63, 1_000_000_007, 1024, 3, 1, 1_000_000_008][k]) * 1_000_000
        + signed([i64::MIN, i64::MAX, -1, 0, -2, 1, i64::MIN + 1, 77][k]) * 10_000_000
        + both(i & 1 != 0, i & 2 != 0, (i / 3) as u8) * 100_000_000
        + letter(['a', '7', 'Q', '\u{10FFFF}', ' ', 'z', 'u', '中'][k]) * 1_000_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
