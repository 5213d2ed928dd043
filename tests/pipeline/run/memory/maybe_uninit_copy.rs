// MaybeUninit and ManuallyDrop are Copy where what they hold is
// threads: 2
// expect: 21 26
use rustg_std::prelude::*;

use std::mem::{ManuallyDrop, MaybeUninit};

fn value(i: u64) -> u64 {
    let mut parts = [MaybeUninit::<u64>::uninit(); 4];
    let copy = parts;
    for (k, part) in parts.iter_mut().enumerate() {
        part.write(i + k as u64);
    }
    let _ = copy;
    let kept = ManuallyDrop::new(i);
    let again = kept;
    assert!(kept == again && kept <= again && ManuallyDrop::<u64>::default() == ManuallyDrop::new(0));
    parts.iter().map(|p| unsafe { p.assume_init() }).sum::<u64>() + *kept.clone() + 15
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
