// a module of core beside the type of its name, and core's modules by several roots
// threads: 4
// expect: 255051 255062 255122 255182
use core::prelude::v1::*;
use core::{f32, mem, u8 as byte};
use rustg_std::prelude::*;
use std::cmp::{self, Ordering};

fn turn(x: f32) -> f32 {
    x * f32::consts::TAU + f32::EPSILON
}

fn value(i: u64) -> u64 {
    let mut a = turn(i as f32);
    let b = mem::replace(&mut a, f32::from(3u8));
    let order = match b.partial_cmp(&a) {
        Some(Ordering::Less) => 1,
        Some(_) => 2,
        None => 3,
    };
    let top: u8 = byte::MAX;
    cmp::max(b as u64, 5) * 10 + order + ::core::convert::identity(top as u64) * 1000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
