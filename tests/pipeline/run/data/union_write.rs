// fields of unions are written, and their addresses taken, without unsafe
// threads: 4
// expect: 500168493828007 500168493829263 500168493830519 500168493831775
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
struct Halves {
    low: u16,
    high: u16,
}
#[repr(C)]
union Word {
    all: u32,
    halves: Halves,
    bytes: [u8; 4],
}
struct Holder {
    word: Word,
}

fn value(i: u64) -> u64 {
    let mut h = Holder { word: Word { all: 0 } };
    h.word.all = 0x0102_0304 + i as u32;
    h.word.halves.high = 0x0A0B;
    let mut w = Word { bytes: [0; 4] };
    let seen;
    (w.all, seen) = (7, 5u64);
    let at = &raw mut w.bytes as *mut u8;
    unsafe {
        *at.add(1) = i as u8;
        h.word.all as u64 * 1000 + w.all as u64 + seen * 100_000_000_000_000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
