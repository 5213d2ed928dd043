// What a written type asks of a type that is left open tells what it is
// threads: 1
// expect: 9
use rustg_std::prelude::*;

trait EqualTo {
    type Ty;
}
impl<X> EqualTo for X {
    type Ty = X;
}

trait Maps<U: EqualTo<Ty = Self>> {
    type Out;
}
impl<T, U: EqualTo<Ty = T>> Maps<U> for T {
    type Out = (T, U);
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let both: <_ as Maps<u8>>::Out = (4, 5);
    let _: <_ as Maps<u16>>::Out;
    out[t] = (both.0 + both.1) as u64;
}
