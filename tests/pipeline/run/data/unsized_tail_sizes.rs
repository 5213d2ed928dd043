// sizes, alignments and places of what ends in a slice, text or an object
// threads: 2
// expect: 16340753350185738630 12498779633988877907
use core::mem::{align_of_val, size_of, size_of_val};
use rustg_std::prelude::*;
trait Value {
    fn get(&self) -> u64;
}
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Far(u8);
macro_rules! value {
    ($($t:ty: $of:expr),*) => {$(impl Value for $t {
        fn get(&self) -> u64 {
            let f: fn(&$t) -> u64 = $of;
            f(self)
        }
    })*};
}
value!(u8: |v| *v as u64, u16: |v| *v as u64, u64: |v| *v, Far: |v| v.0 as u64, (): |_| 77, [u32; 3]: |v| v[0] as u64 + v[2] as u64);
struct Plain<T: ?Sized>(u8, u32, u16, T);
#[repr(C)]
struct C<T: ?Sized> {
    a: u8,
    b: u32,
    c: u8,
    tail: T,
}
#[repr(C, packed(2))]
struct Packed<T: ?Sized> {
    a: u8,
    b: u32,
    c: u8,
    tail: core::mem::ManuallyDrop<T>,
}
#[repr(align(16))]
struct Aligned<T: ?Sized>(u8, T);
#[repr(transparent)]
struct Only<T: ?Sized>(T);
struct Nested<T: ?Sized> {
    x: u8,
    inner: C<Aligned<T>>,
}
fn mix(h: &mut u64, v: u64) {
    *h = h.wrapping_mul(1099511628211) ^ v;
}
fn place<A: ?Sized, B: ?Sized>(whole: &A, part: &B) -> u64 {
    part as *const B as *const u8 as u64 - whole as *const A as *const u8 as u64
}
fn sizes<T: ?Sized>(h: &mut u64, v: &T) {
    mix(h, size_of_val(v) as u64);
    mix(h, align_of_val(v) as u64);
}
fn all(h: &mut u64, a: &Plain<dyn Value>, b: &C<dyn Value>, d: &Aligned<dyn Value>, e: &Only<dyn Value>, f: &Nested<dyn Value>) {
    sizes(h, a);
    sizes(h, b);
    sizes(h, d);
    sizes(h, e);
    sizes(h, f);
    mix(h, place(b, &b.tail));
    mix(h, place(d, &d.1) + place(e, &e.0));
    mix(h, place(f, &f.inner.tail.1) - place(f, &f.inner.tail));
    mix(h, a.3.get() + b.tail.get() + d.1.get() + e.0.get() + f.inner.tail.1.get());
    mix(h, a.0 as u64 + a.1 as u64 + a.2 as u64 + b.a as u64 + b.b as u64 + b.c as u64 + d.0 as u64 + f.x as u64);
    mix(h, f.inner.b as u64 + f.inner.tail.0 as u64);
}
fn objects<T: Value + Copy + 'static>(h: &mut u64, v: T) {
    let inner = C { a: 1, b: 2, c: 3, tail: Aligned(9, v) };
    all(h, &Plain(1, 2, 3, v), &C { a: 4, b: 5, c: 6, tail: v }, &Aligned(7, v), &Only(v), &Nested { x: 8, inner });
    mix(h, size_of::<Plain<T>>() as u64 + 100 * size_of::<Nested<T>>() as u64);
}
fn slices(h: &mut u64, i: u64) {
    let a: &Plain<[u64]> = &Plain(1, 2, 3, [i, 5]);
    sizes(h, a);
    let b: &C<[u8]> = &C { a: 1, b: 2, c: 3, tail: [1u8, 2, 3] };
    sizes(h, b);
    mix(h, place(b, &b.tail) + place(a, &a.3) % 8);
    let c: &Nested<[[u16; 3]]> = &Nested { x: 1, inner: C { a: 1, b: 2, c: 3, tail: Aligned(4, [[1, 2, 3], [4, 5, i as u16]]) } };
    sizes(h, c);
    mix(h, c.inner.tail.1[1][2] as u64);
    let d: &Packed<[u32]> = &Packed { a: 1, b: 2, c: 3, tail: core::mem::ManuallyDrop::new([4, 5, 6 + i as u32]) };
    sizes(h, d);
    mix(h, unsafe { (&raw const d.tail as *const u32).add(2).read_unaligned() } as u64);
    let e: &Plain<[()]> = &Plain(1, 2, 3, [(); 7]);
    sizes(h, e);
    mix(h, e.3.len() as u64);
    let f: &Only<str> = unsafe { core::mem::transmute("text") };
    sizes(h, f);
    mix(h, f.0.as_bytes()[2] as u64);
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get() as u64;
    let mut h = i;
    slices(&mut h, i);
    objects(&mut h, i as u8);
    objects(&mut h, 300u16);
    objects(&mut h, 1u64 << 40);
    objects(&mut h, Far(i as u8 + 1));
    objects(&mut h, ());
    objects(&mut h, [1u32, 2, 3]);
    out[t] = h;
}
