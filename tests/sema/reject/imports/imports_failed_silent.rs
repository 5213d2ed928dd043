// A name that a failed import gives is reported there alone.
use core::cmp::Nah; //~ E0432 unresolved import `core::cmp::Nah`
use core::mem::nope; //~ E0432 unresolved import `core::mem::nope`
use rustg_std::prelude::*;

trait Own: Nah {}

fn f<T: Nah>(_x: Nah) -> Nah {
    Nah::new()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let s = Nah { a: 1 };
    nope(s);
    out[t] = nope::<u8>();
    out[t] = missing(); //~ E0425 cannot find function `missing` in this scope
}
