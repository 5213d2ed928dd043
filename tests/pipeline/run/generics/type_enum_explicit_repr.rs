// enums with explicit tags of several types
// threads: 4
// expect: 1699700 125500021 500300022 12799700
use rustg_std::prelude::*;

#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Nop = 0x10,
    Load,
    Store = 0x80,
    Jump = 255,
}
#[repr(i16)]
#[derive(Clone, Copy)]
enum Signed {
    Low = -300,
    Mid = Signed::BASE,
    High,
}
impl Signed {
    const BASE: i16 = 7 * 3;
}
impl TryFrom<u8> for Op {
    type Error = u8;
    fn try_from(x: u8) -> Result<Op, u8> {
        Ok(match x {
            0x10 => Op::Nop,
            0x11 => Op::Load,
            0x80 => Op::Store,
            255 => Op::Jump,
            other => return Err(other),
        })
    }
}
fn value(i: u64) -> u64 {
    let codes = [0x11u8, 255, 3, 0x80];
    let op: Result<Op, u8> = codes[i as usize].try_into();
    let s = [Signed::Low, Signed::Mid, Signed::High, Signed::Low][i as usize];
    let first = match op {
        Ok(op @ (Op::Load | Op::Store)) => op as u64,
        Ok(op) => 1000 + op as u64,
        Err(e) => 5000 + e as u64,
    };
    first.wrapping_mul(100_000).wrapping_add(s as i64 as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
