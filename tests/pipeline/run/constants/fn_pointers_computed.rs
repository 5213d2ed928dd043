// A static of function pointers that a loop fills in, and a function pointer between the bytes of another
// threads: 4
// expect: 14 41 54 81
use core::mem::MaybeUninit;
use rustg_std::prelude::*;

fn twice(x: u32) -> u32 {
    x * 2
}
fn thrice(x: u32) -> u32 {
    x * 3
}
const fn pick(i: usize) -> fn(u32) -> u32 {
    if i == 0 { twice } else { thrice }
}
static TABLE: [fn(u32) -> u32; 2] = {
    let mut table = [pick(0); 2];
    let mut i = 0;
    while i < 2 {
        table[i] = pick(i);
        i += 1;
    }
    table
};
static BETWEEN: [MaybeUninit<u8>; 24] = unsafe {
    let mut bytes = [MaybeUninit::new(1); 24];
    (bytes.as_mut_ptr().add(8) as *mut fn(u32) -> u32).write_unaligned(twice);
    bytes
};

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        let k = i.get() as u32;
        let between = unsafe { (BETWEEN.as_ptr().add(8) as *const fn(u32) -> u32).read_unaligned() };
        out[i] = (TABLE[i.get() % 2](7) + between(10 * k)) as u64;
    }
}
