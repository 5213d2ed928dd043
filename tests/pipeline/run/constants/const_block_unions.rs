// const blocks that give MaybeUninit and unions with references in them
// threads: 3
// expect: 4035086 4036344 4038118
use core::mem::MaybeUninit;
use rustg_std::prelude::*;

const fn more(x: u32) -> u32 {
    x + 1
}
union Either {
    number: u64,
    at: &'static u32,
}
fn uninit(x: &u32) -> u32 {
    let mut list: [MaybeUninit<&u32>; 3] = [const { MaybeUninit::uninit() }; 3];
    list[1].write(x);
    let kept = const { MaybeUninit::new(&3u32) };
    let made = const { (MaybeUninit::new(&40u32), 5u32) };
    unsafe { *list[1].assume_init() + *kept.assume_init() * 10 + *made.0.assume_init() * 100 + made.1 }
}
fn unions(n: u32) -> u64 {
    let number = const { Either { number: 77 } };
    let at = const { Either { at: &more(8) } };
    let below = if n > 0 { unions(n - 1) } else { 0 };
    unsafe { below * 3 + number.number + *at.at as u64 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = t.get() as u32;
    out[t] = uninit(&x) as u64 * 1000 + unions(x);
}
