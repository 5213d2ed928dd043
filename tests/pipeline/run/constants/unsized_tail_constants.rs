// constants and statics that refer to what ends in a slice or an object
// threads: 2
// expect: 52341114 53344913
use rustg_std::prelude::*;
struct List<T: ?Sized> {
    name: &'static str,
    of: T,
}
trait Named: Sync {
    fn name(&self) -> u64;
}
impl Named for u32 {
    fn name(&self) -> u64 {
        *self as u64 * 3
    }
}
static ONE: &List<[u16]> = &List { name: "one", of: [1, 2, 3] };
const TWO: &List<dyn Named> = &List { name: "second", of: 14u32 };
const LENGTH: usize = ONE_AGAIN.of.len();
const ONE_AGAIN: &List<[u16]> = &List { name: "", of: [9, 8, 7, 6] };
const fn last(l: &List<[u16]>) -> u16 {
    l.of[l.of.len() - 1]
}
const LAST: u16 = last(ONE_AGAIN);
const ALL: [&List<[u16]>; 2] = [&List { name: "a", of: [1] }, ONE_AGAIN];
const SIZE: usize = size_of_val(ONE_AGAIN);
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let i = t.get();
    let promoted: &'static List<[u16]> = &List { name: "promoted", of: [5, 6] };
    let mut v = ONE.of[i] as u64 + ONE.name.len() as u64 + TWO.of.name() + TWO.name.len() as u64;
    v = v * 100 + LENGTH as u64 + LAST as u64 + SIZE as u64;
    v = v * 100 + ALL[i].of.len() as u64 * 10 + ALL[i].of[0] as u64;
    out[t] = v * 100 + promoted.of[1 - i] as u64 + promoted.name.len() as u64;
}
