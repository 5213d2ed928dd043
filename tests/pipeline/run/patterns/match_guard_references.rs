// what a pattern binds by reference is the same in the guard and in the arm, and a borrow of it outlives the guard
// threads: 1
// expect: 128
use rustg_std::prelude::*;

struct Loud<'a>(&'a core::cell::Cell<u64>);

impl Drop for Loud<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn same_place() -> bool {
    let p;
    match 0 {
        ref mut z if { p = z as *const i32; true } => p == z as *const i32,
        _ => false,
    }
}

fn same_variable() -> bool {
    let p;
    match 0 {
        ref mut z if { p = &z as *const &mut i32; true } => p == &z as *const &mut i32,
        _ => false,
    }
}

fn kept_borrow(mut n: u64) -> u64 {
    let r;
    match n {
        ref mut z if { r = z as &u64; *r > 1 } => *r,
        _ => {
            n += 1;
            n
        }
    }
}

fn alternatives(mut pair: (u64, u64)) -> u64 {
    let mut r = core::ptr::null();
    match pair {
        (1, ref mut x) | (ref mut x, 2) if { r = &*x as *const u64; *x > 3 } => {
            let same = r == &*x as *const u64;
            *x += 1;
            pair.0 + pair.1 + same as u64
        }
        _ => 0,
    }
}

fn moved_beside(dropped: &core::cell::Cell<u64>) -> u64 {
    let p;
    let n = match (Loud(dropped), 5u64) {
        (loud, ref mut n) if { p = n as *const u64; dropped.get() == 0 } => {
            *n += (p == n as *const u64) as u64;
            drop(loud);
            *n
        }
        _ => 0,
    };
    n * 10 + dropped.get()
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let dropped = core::cell::Cell::new(0);
    let mut sum = same_place() as u64 + same_variable() as u64;
    sum += kept_borrow(1) * 10 + kept_borrow(7);
    sum += alternatives((1, 9)) + alternatives((25, 2)) + alternatives((3, 1));
    out[thread::index()] = sum + moved_beside(&dropped) - 3;
}
