// An iterator over an argument stays in its memory.
// has: ld.global.nc.b32
// has: shf.l.wrap.b32
// has: shl.b32
// has: mul.hi.u32
// lacks: ld.relaxed
// lacks: div.u
// lacks: rem.u
use rustg_std::prelude::*;
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut s = 0u32;
    for c in x.chunks_exact(2) { s = s.rotate_left(5) ^ (c[0] * 64 / 10 % 10 + c[1]); }
    if i < y.len() { y[i] = s; }
}
