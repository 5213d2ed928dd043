// An enum that a loop keeps, and bytes of a number.
// has: k(
// lacks: .local
use rustg_std::prelude::*;
#[derive(Clone, Copy)] enum E { A(u32), B([u32; 2]) }
#[kernel] pub fn k(x: &[u32], mut y: GridMut<u32>) {
    let i = thread::index();
    let mut e = None;
    for v in x { e = Some(if *v & 1 == 0 { E::A(*v) } else { E::B([*v, 9]) }); }
    let n = match e { Some(E::A(a)) => a, Some(E::B(b)) => b[0] ^ b[1], None => 1 };
    let b = n.to_ne_bytes();
    if i < y.len() { y[i] = u32::from_be_bytes([b[0], b[2], b[1], b[3]]); }
}
