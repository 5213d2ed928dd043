use rustg_std::prelude::*;

trait Terms {
    fn terms(&self) -> impl Iterator<Item = u64>;
    fn count(&self) -> Option<impl Copy>;
}
impl Terms for u8 {
    fn terms(&self) -> u32 { //~ E0277 `u32` is not an iterator
        1
    }
    fn count(&self) -> Option<u8> {
        None
    }
}
impl Terms for u16 {
    fn terms(&self) -> impl Iterator<Item = u32> { //~ E0271 expected `impl Iterator<Item = u32>` to be an iterator that yields `u64`
        0..3u32
    }
    fn count(&self) -> impl Copy { //~ E0053 method `count` has an incompatible
        2
    }
}

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = 1;
}
