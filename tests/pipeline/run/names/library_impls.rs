// Impls that core has: of &mut I, pointers, results, slices of MaybeUninit, NonZero
// threads: 2
// expect: 65 68
use rustg_std::prelude::*;
use std::mem::{self, MaybeUninit};
use std::num::NonZero;

#[derive(Default)]
struct Ends {
    first: Option<u64>,
    at: *const u64,
    mutable: *mut u64,
}

fn both<T: Send + Sync>(_: T) -> u64 {
    1
}

fn value(i: u64) -> u64 {
    let all = [i, 2, 3, 4, 5];
    let mut walk = all.iter();
    let from_behind: u64 = walk.by_ref().skip(2).rev().sum();
    let left = walk.len() as u64;

    let mut room = [const { MaybeUninit::<u64>::uninit() }; 2];
    let written = room.write_copy_of_slice(&[i, 7]);
    written[0] += 1;
    let sum = written[0] + written[1] + room.write_clone_of_slice(&[1, i])[1];

    let mut array = [1u64, i];
    let exact = <&mut [u64; 2]>::try_from(&mut array[..]).unwrap();
    exact[0] = 9;
    let copied = <[u64; 2]>::try_from(&mut array[..]).unwrap();

    let mut result: Result<u64, &str> = Ok(i);
    for x in &mut result {
        *x += 10;
    }
    let ends = Ends::default();
    assert!(ends.first.is_none() && ends.at.is_null() && ends.mutable.is_null());
    let number = 4u8 | NonZero::new(1).unwrap();
    from_behind + left + sum + copied[0] + result.unwrap() + number.get() as u64 + both(mem::discriminant(&Some(ends.at))) + 18
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
