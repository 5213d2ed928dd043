// ? on Option and Result, with From
// threads: 7
// expect: 103020 50103009 50103030 50200009 1004040 50200009 50006050
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy)]
struct Small(u8);
enum Failure {
    Tiny(u8),
    Zero,
}
impl From<Small> for Failure {
    fn from(s: Small) -> Failure {
        Failure::Tiny(s.0)
    }
}
fn half(x: u64) -> Option<u64> {
    if x % 2 == 0 { Some(x / 2) } else { None }
}
fn quarter(x: u64) -> Option<u64> {
    half(half(x)?)
}
fn at_least(x: u64, n: u8) -> Result<u64, Small> {
    if x < n as u64 { Err(Small(n)) } else { Ok(x) }
}
fn both(x: u64) -> Result<u64, Failure> {
    let y = at_least(x, 3)?;
    let z = half(y).ok_or(Failure::Zero)?;
    Ok(z + at_least(z, 2)?)
}
fn value(i: u64) -> u64 {
    let a = quarter(i).unwrap_or(50);
    let b = match both(i) {
        Ok(x) => x,
        Err(Failure::Tiny(n)) => 100 + n as u64,
        Err(Failure::Zero) => 200,
    };
    let c = (|| -> Option<u64> { Some(half(i + 2)? + 1) })().map_or(9, |x| x * 10);
    a * 1_000_000 + b * 1000 + c
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
