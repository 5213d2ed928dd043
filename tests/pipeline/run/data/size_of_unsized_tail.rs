// references to what ends in a slice or text, by a field, a parameter or a projection, are two words
// threads: 1
// expect: 2526160046205969720
use core::mem::{align_of, size_of};
use rustg_std::prelude::*;
trait Tail {
    type Out: ?Sized;
}
struct A;
struct B;
struct C;
impl Tail for A {
    type Out = [u16];
}
impl Tail for B {
    type Out = str;
}
impl Tail for C {
    type Out = u32;
}
struct P<T: Tail> {
    a: u8,
    b: T::Out,
}
struct D {
    a: u8,
    b: [u16],
}
struct E2 {
    a: u8,
    b: D,
}
struct F<T: ?Sized> {
    a: u8,
    b: T,
}
struct G<T: ?Sized>(F<F<T>>);
trait Chain {
    type Next: Tail + ?Sized;
}
impl Chain for u8 {
    type Next = A;
}
struct Q<T: Chain> {
    a: u8,
    b: <T::Next as Tail>::Out,
}
#[repr(transparent)]
struct R<T: ?Sized>(T);
fn put<T: ?Sized>(h: &mut u64) {
    for v in [
        size_of::<&T>(),
        size_of::<&mut T>(),
        size_of::<*const T>(),
        size_of::<*mut T>(),
        size_of::<Option<&T>>(),
        size_of::<(&T, u8)>(),
        size_of::<core::ptr::NonNull<T>>(),
    ] {
        *h = h.wrapping_mul(1099511628211) ^ v as u64;
    }
}
fn value(i: u64) -> u64 {
    let mut h = i;
    put::<P<A>>(&mut h);
    put::<P<B>>(&mut h);
    put::<P<C>>(&mut h);
    put::<D>(&mut h);
    put::<E2>(&mut h);
    put::<F<[u8]>>(&mut h);
    put::<F<str>>(&mut h);
    put::<F<u8>>(&mut h);
    put::<G<[u8]>>(&mut h);
    put::<G<u64>>(&mut h);
    put::<Q<u8>>(&mut h);
    put::<<A as Tail>::Out>(&mut h);
    put::<<B as Tail>::Out>(&mut h);
    put::<<C as Tail>::Out>(&mut h);
    put::<R<[u8]>>(&mut h);
    put::<R<str>>(&mut h);
    put::<R<D>>(&mut h);
    put::<str>(&mut h);
    put::<[[u8; 3]]>(&mut h);
    put::<F<P<A>>>(&mut h);
    put::<(u8, [u8])>(&mut h);
    h
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
