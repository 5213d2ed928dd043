// a type that begins with `dyn` or `impl` ends before what begins no bound, as it stands in a macro's arguments
// threads: 1
// expect: 1234
use rustg_std::prelude::*;

macro_rules! kind {
    ($t:ty) => { 9 };
    (dyn [$($any:tt)*] Trait) => { 1000 };
    (impl &) => { 200 };
    (impl [$($any:tt)*] Trait) => { 30 };
    (dyn in $($any:tt)*) => { 4 };
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let types = kind!(dyn Send + Sync) + kind!(dyn for<'a> Fn(&'a u8)) + kind!(u8);
    out[t] = kind!(dyn [T] Trait) + kind!(impl &) + kind!(impl [T: Bound] Trait) + kind!(dyn in u8) + types - 27;
}
