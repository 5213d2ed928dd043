// byte strings in patterns are arrays and slices of bytes
// threads: 4
// expect: 11 22 31 43
use rustg_std::prelude::*;

fn of_slice(b: &[u8]) -> u64 {
    match b {
        b"" => 1,
        b"ab" => 2,
        [b'a', ..] => 3,
        [_, ..] => 4,
    }
}

fn of_array(b: &[u8; 2]) -> u64 {
    match b {
        b"ab" => 2,
        [b'a', _] => 3,
        [_, _] => 1,
    }
}

fn of_nothing(b: &[u8; 0]) -> u64 {
    match b {
        b"" => 10,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get();
    let texts: [&[u8]; 4] = [b"", b"ab", b"ax", b"x"];
    let pairs = [b"xy", b"ab", b"yz", b"ac"];
    out[t] = of_slice(texts[i]) * of_nothing(&[]) + of_array(pairs[i]);
}
