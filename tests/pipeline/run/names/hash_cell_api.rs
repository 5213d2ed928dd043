// what is fed to a hasher; Cell; tuples from arrays
// threads: 4
// expect: 8290395982762772902 10888691838530096792 2707325707050909990 11895164840164667731
use rustg_std::prelude::*;

use core::cell::Cell;
use core::hash::{Hash, Hasher};
struct Fx(u64);
impl Fx {
    fn add(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(5) ^ x).wrapping_mul(0x517cc1b727220a95);
    }
}
impl Hasher for Fx {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, mut b: &[u8]) {
        while let Some((c, r)) = b.split_first_chunk::<8>() {
            self.add(u64::from_le_bytes(*c));
            b = r;
        }
        if !b.is_empty() {
            let mut c = [0u8; 8];
            c[..b.len()].copy_from_slice(b);
            self.add(u64::from_le_bytes(c));
        }
    }
    fn write_u8(&mut self, x: u8) {
        self.add(x as u64);
    }
    fn write_u32(&mut self, x: u32) {
        self.add(x as u64);
    }
    fn write_u64(&mut self, x: u64) {
        self.add(x);
    }
    fn write_usize(&mut self, x: usize) {
        self.add(x as u64);
    }
}
#[derive(Hash, Clone, Copy, PartialEq, Eq)]
enum E {
    A,
    B(u32),
    C { x: i8, y: [u16; 3] },
}
#[derive(Hash)]
#[repr(u8)]
enum R {
    P = 3,
    Q = 200,
}
#[derive(Hash)]
struct S<'a> {
    a: &'a str,
    b: (u8, bool, char),
    c: Option<E>,
    d: [u8; 5],
    e: &'a [u32],
}
fn hash<T: Hash + ?Sized>(t: &T) -> u64 {
    let mut f = Fx(7);
    t.hash(&mut f);
    f.finish()
}
fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let e = [E::A, E::B(5), E::C { x: -3, y: [1, 2, 3] }, E::B(6)][i as usize];
    put(hash(&e));
    put(hash(&R::Q));
    put(hash(&R::P));
    put(hash(&S { a: "hey", b: (1, true, 'é'), c: Some(e), d: [9; 5], e: &[1, 2, i as u32] }));
    put(hash(&[1u64, i][..]));
    put(hash("abc"));
    put(hash(&(1u8, 2u16, 3u32, 4i64, ())));
    put(hash(&Ok::<u8, i8>(3)));
    put(hash(&core::cmp::Ordering::Less));
    put(hash(&core::mem::discriminant(&e)));
    put((core::mem::discriminant(&e) == core::mem::discriminant(&E::B(0))) as u64);
    put(hash(&(1u8, (2i16, [3u8; 2]))));
    put(hash(&[true, false]));
    put(hash(&['a', 'b']));
    put(hash(&[[1u8, 2], [3, 4]]));
    put(hash(&-5i32));
    put(hash(&Some(&5u8)));
    let c = Cell::new(i);
    let d = c.clone();
    d.set(9);
    put((c == d) as u64 + c.get() + (c < d) as u64 * 10);
    let e: Cell<u8> = Default::default();
    put(e.get() as u64 + Cell::from(5u64).into_inner());
    let mut k = 5;
    let kc = Cell::from_mut(&mut k);
    kc.set(kc.get() + 1);
    put(k);
    let ar = Cell::new([1u64, 2, 3]);
    ar.as_array_of_cells()[1].set(i);
    put(ar.get()[1]);
    unsafe {
        *c.as_ptr() += 4;
    }
    put(c.get());
    let t: (u64, u64) = [i, 2].into();
    let u: [u64; 3] = (1, i, 7).into();
    put(t.0 + u[1] + u[2]);
    put(core::cmp::max_by_key(3u64, 8, |x| x % 5));
    put(core::cmp::min_by_key(3u64, 8, |x| x % 5));
    let rep: [u64; 3] = core::array::repeat(i);
    put(rep[2]);
    put(std::f64::consts::GOLDEN_RATIO.to_bits());
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
