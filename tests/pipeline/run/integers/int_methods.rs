// counting and rotating bits
// threads: 4
// expect: 17298946293288161609 17298946293288161609 17298946293288161609 17298946293288161609
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = 0x00F0_1234u32;
        x.count_ones() as u64
            + 100 * x.leading_zeros() as u64
            + 10_000 * x.trailing_zeros() as u64
            + ((x.rotate_left(8) as u64) << 32)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
