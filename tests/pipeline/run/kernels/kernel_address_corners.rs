// addresses before a place, registers that PTX of the source declares, and atomics of a thread behind a call
// threads: 3
// expect: 1023040010 1024030012 1024020014
use rustg_std::prelude::*;

#[inline(never)]
fn read(a: &Atomic<u32>) -> u32 {
    a.load(Acquire) + a.load(Relaxed)
}

fn before(at: &[u64; 4], k: usize) -> u64 {
    let end = &raw const at[3];
    unsafe { *end.offset(-2) + *end.sub(k) }
}

fn bits(x: f32) -> u64 {
    unsafe {
        ptx!("{ .reg .f64 %d<4>; cvt.f64.f32 %d1, {0}; mov.b64 {out}, %d1; }", x, cpu = (x as f64).to_bits())
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let k = t.get();
    let a = Atomic::<u32>::new(k as u32 + 5);
    let at = [k as u64, 10, 20, 30];
    out[t] = read(&a) as u64 + before(&at, k) * 1000 + (bits(k as f32 + 1.0) >> 52) * 1_000_000;
}
