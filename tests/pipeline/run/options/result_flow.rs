// Results through closures, maps, ? with conversions, loops
// threads: 6
// expect: 15 1003 3001 3000 2734 3009
use rustg_std::prelude::*;

#[derive(Debug, PartialEq, Clone, Copy)]
enum E {
    Low(i32),
    High { by: u32 },
    Parse(ParseErr),
}
#[derive(Debug, PartialEq, Clone, Copy)]
struct ParseErr {
    at: usize,
}
impl From<ParseErr> for E {
    fn from(e: ParseErr) -> Self {
        E::Parse(e)
    }
}
impl From<std::num::TryFromIntError> for E {
    fn from(_: std::num::TryFromIntError) -> Self {
        E::High { by: 0 }
    }
}
fn parse(s: &[u8]) -> Result<u32, ParseErr> {
    let mut n = 0u32;
    for (at, &b) in s.iter().enumerate() {
        let d = (b as char).to_digit(10).ok_or(ParseErr { at })?;
        n = n.checked_mul(10).and_then(|n| n.checked_add(d)).ok_or(ParseErr { at })?;
    }
    if s.is_empty() { Err(ParseErr { at: 0 }) } else { Ok(n) }
}
fn range(n: u32) -> Result<u8, E> {
    let n = i32::try_from(n)? - 10;
    if n < 0 {
        return Err(E::Low(n));
    }
    Ok(u8::try_from(n).map_err(|_| E::High { by: n as u32 - 255 })?)
}
fn all(s: &[u8]) -> Result<u8, E> {
    let v = parse(s)?;
    let r = range(v)?;
    (|| -> Result<u8, E> { Ok(r + range(v / 2 + 5)?) })()
}
fn value(i: u64) -> u64 {
    let s: &[u8] = [&b"20"[..], b"7", b"1x3", b"", b"999", b"99999999999"][i as usize];
    match all(s) {
        Ok(n) => n as u64,
        Err(E::Low(n)) => 1000 + n.unsigned_abs() as u64,
        Err(E::High { by }) => 2000 + by as u64,
        Err(e @ E::Parse(ParseErr { at })) => 3000 + at as u64 + (e == E::Low(0)) as u64,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
