// a cast of raw pointers may change lifetimes
// threads: 2
// expect: 7 8
use rustg_std::prelude::*;

fn forever<'a>(p: *const &'a u32) -> *const &'static u32 {
    p as _
}
fn written<'a>(p: *mut &'a u32) -> *const &'static u32 {
    p as *const &'static u32
}
fn elements<'a>(p: *const [&'a u32]) -> *const [&'static u32] {
    p as _
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = 3 + t.get() as u32;
    let mut r = &n;
    let one = unsafe { **forever(&r) } + unsafe { **written(&mut r) };
    let all = [r];
    let n = unsafe { (&*elements(&all[..]))[0] };
    out[t] = (one - *n + 4) as u64;
}
