// constants that hold pointers as bytes: copied one by one, in unions and packed structs, and numbers beside them
// threads: 6
// expect: 11 12 13 12 11 0x2F6B1A5000000008
use core::mem::{transmute, MaybeUninit};
use rustg_std::prelude::*;

type Bytes = [MaybeUninit<u8>; 8];

#[derive(Clone, Copy)]
#[repr(packed)]
struct Packed(u8, &'static u32, u8);

union Parts {
    reference: &'static u32,
    halves: [MaybeUninit<u32>; 2],
    bytes: Bytes,
}

static NUMBERS: [u32; 3] = [11, 12, 13];

const fn one_by_one(from: &'static u32) -> &'static u32 {
    let from = unsafe { Parts { reference: from }.bytes };
    let mut to = [MaybeUninit::uninit(); 8];
    let mut i = 8;
    while i > 0 {
        i -= 1;
        to[i] = from[i];
    }
    unsafe { Parts { bytes: to }.reference }
}

const BYTES: Bytes = unsafe { transmute(&NUMBERS[0]) };
const HALVES: [MaybeUninit<u32>; 2] = unsafe {
    let halves = Parts { reference: &NUMBERS[1] }.halves;
    [halves[0], halves[1]]
};
const WHOLE: &u32 = one_by_one(&NUMBERS[2]);
const PACKED: Packed = Packed(1, &NUMBERS[1], 2);
const TABLE: [(u8, Parts); 1] = [(3, Parts { bytes: BYTES })];
// An address of a local of the interpreter, if numbers were taken for such.
const NUMBER: *const u8 = 0x2F6B_1A50_0000_0008 as *const u8;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        out[i] = match i.get() {
            0 => *unsafe { transmute::<Bytes, &u32>(BYTES) } as u64,
            1 => *unsafe { Parts { halves: HALVES }.reference } as u64,
            2 => *WHOLE as u64,
            3 => *{ PACKED.1 } as u64,
            4 => *unsafe { TABLE[i.get() - 4].1.reference } as u64,
            _ => NUMBER.addr() as u64,
        };
    }
}
