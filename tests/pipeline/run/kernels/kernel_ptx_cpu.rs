// ptx! runs its Rust expression off the GPU
// threads: 4
// expect: 300 402 504 606
use rustg_std::prelude::*;

fn add(a: u32, b: u32) -> u32 {
    unsafe { ptx!("add.u32 {out}, {0}, {1};", a, b, cpu = a.wrapping_add(b)) }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get() as u32;
    let twice: f32 = unsafe { ptx!("mul.f32 {out}, {0}, 0f40000000;", k as f32, cpu = k as f32 * 2.0) };
    unsafe { ptx!("bar.warp.sync 0xffffffff;", cpu = ()) };
    out[t] = add(k, 3) as u64 * 100 + twice as u64;
}
