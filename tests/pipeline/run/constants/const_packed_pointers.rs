// references at odd places of packed constants and of a static
// threads: 4
// expect: 14 17 114 17
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(Rust, packed)]
struct Packed(u8, &'static u32, u8);

static NUMBERS: [u32; 3] = [11, 12, 13];
const TWO: [Packed; 2] = [Packed(1, &NUMBERS[1], 2), Packed(3, &NUMBERS[2], 4)];
static OTHER: (Packed, [Packed; 2]) = (Packed(5, &NUMBERS[0], 3), [TWO[1], Packed(0, &NUMBERS[0], 103)]);

fn sum(of: Packed) -> u64 {
    *{ of.1 } as u64 + of.2 as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        let k = i.get();
        out[i] = if k < 2 { sum(TWO[k]) } else { sum(OTHER.1[(k + 1) % 2]) };
    }
}
