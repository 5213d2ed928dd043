// addresses of functions as raw pointers and integers
// threads: 1
// expect: 63
#![allow(function_casts_as_integer)]
use rustg_std::prelude::*;

struct Address(*const u8);

unsafe impl Sync for Address {}

fn twice(n: u64) -> u64 {
    2 * n
}

fn generic<T>(_: T) -> u64 {
    core::mem::size_of::<T>() as u64
}

extern "C" fn foreign() {}

trait Named {
    fn name(&self) -> u64;
}

impl Named for u8 {
    fn name(&self) -> u64 {
        8
    }
}

const POINTER: extern "C" fn() = foreign;
static KEPT: Address = Address(POINTER as *const u8);
const OF_ITEM: *const () = twice as *const ();
const OF_GENERIC: [*const u8; 2] = [generic::<u8> as *const u8, generic::<u64> as *const u8];

fn low(n: u32) -> u32 {
    n & 0
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let function = twice;
    let pointer: fn(u64) -> u64 = twice;
    let mut sum = (POINTER as *const u8 == KEPT.0) as u64;
    sum += 2 * (function as *const () == pointer as *const ()) as u64;
    sum += 4 * (!(function as *mut fn() as *const fn() as *const ()).is_null()) as u64;
    sum += 8 * (twice as usize == pointer as usize && twice as usize != 0) as u64;
    sum += 16 * (OF_ITEM == twice as *const () && !OF_GENERIC[0].is_null()) as u64;
    let inferred: *const u8 = <u8 as Named>::name as _;
    sum += 32 * (!inferred.is_null() && twice as u8 == twice as usize as u8) as u64;
    let back = unsafe { core::mem::transmute::<*const (), fn(u64) -> u64>(OF_ITEM) };
    out[thread::index()] = sum + back(low(twice as u32) as u64);
}
