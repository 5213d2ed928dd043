// Const blocks of fns and of closures are constants: what they call, drop, compare and borrow.
use rustg_std::prelude::*;

struct D(u32);
impl Drop for D {
    fn drop(&mut self) {}
}
fn plain(x: u64) -> u64 {
    x + 1
}
const fn take(d: &D) -> u32 {
    d.0
}
static mut KEPT: &mut [u32] = const { &mut [1] }; //~ E0764 mutable borrows of temporaries
static mut TAKEN: &mut [u32] = &mut [1];
fn refused() -> u64 {
    let a = || const { plain(3) }; //~ E0015 cannot call non-const function `plain` in constants
    let b = || const { take(&D(7)) }; //~ E0493 destructor of `D` cannot be evaluated at compile-time
    let c = const { (&1u8 as *const u8) < (&2u8 as *const u8) }; //~ - pointers cannot be reliably compared during const eval
    const {
        let d = D(6); //~ E0493 destructor of `D` cannot be evaluated at compile-time
    }
    a() + b() as u64 + c as u64
}
fn taken() -> u64 {
    let d = D(3);
    let a = || {
        let e = D(4);
        plain(e.0 as u64)
    };
    let b = (&1u8 as *const u8) < (&2u8 as *const u8);
    a() + d.0 as u64 + b as u64
}
#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = refused() + taken();
}
