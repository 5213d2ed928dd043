// rustc: accepts
// Rust passes Option<&T> like &T; here they are not passed alike.
use rustg_std::prelude::*;

fn maybe(x: &u64) -> Option<&u64> {
    Some(x)
}

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    type Erased = fn(&u64) -> &u64;
    let same: fn(&u64) -> Option<&u64> = unsafe { std::mem::transmute(maybe as fn(&u64) -> Option<&u64>) };
    let erased: Erased = unsafe { std::mem::transmute(same) }; //~ RUSTG0303 a transmute to a fn pointer that passes its values in another form
    out[thread::index()] = *erased(&1) + same(&2).is_some() as u64;
}
