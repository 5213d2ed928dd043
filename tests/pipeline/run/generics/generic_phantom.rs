// PhantomData
// threads: 4
// expect: 1201 1211 1221 1231
use rustg_std::prelude::*;

use core::marker::PhantomData;
struct Tag<T> {
    n: u64,
    t: PhantomData<T>,
}
trait Kind {
    const K: u64;
}
struct A;
struct B;
impl Kind for A {
    const K: u64 = 1;
}
impl Kind for B {
    const K: u64 = 2;
}
impl<T: Kind> Tag<T> {
    fn get(&self) -> u64 {
        self.n * 10 + T::K
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    Tag::<A> {
        n: i,
        t: PhantomData,
    }
    .get()
        + Tag::<B> {
            n: 1,
            t: PhantomData,
        }
        .get()
            * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
