// byte strings, escapes, strs as bytes
// threads: 4
// expect: 44702699 32642699 1115702699 346622699
use rustg_std::prelude::*;

const TABLE: &[u8; 16] = b"0123456789abcdef";
fn value(i: u64) -> u64 {
    let raw = br"\n\x41";
    let s = "tab\t\u{e9}\x41 line \
             goes on";
    let bytes = s.as_bytes();
    let hex = |x: u8| TABLE[(x & 15) as usize] as u64;
    let c = b'\'' as u64 + b'\x7f' as u64 + b'\\' as u64 + '\u{1F600}' as u64;
    let pick = ["zero", "one", "two", r#"th"ree"#][i as usize];
    let eq = (pick == "two") as u64 + (pick < "two") as u64 * 2 + (pick != "one") as u64 * 4;
    let n = match pick {
        "zero" | "one" => pick.len() as u64,
        _ => pick.as_bytes()[2] as u64,
    };
    raw.len() as u64
        + bytes.len() as u64 * 100
        + hex(bytes[i as usize + 3]) * 10_000
        + c
        + eq * 1_000_000
        + n * 10_000_000
        + b"ab\
        c"
        .len() as u64
        + bytes.iter().map(|b| *b as u64).sum::<u64>()
        + s.is_empty() as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
