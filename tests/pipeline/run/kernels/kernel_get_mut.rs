// get_mut of an output
// threads: 4
// expect: 5 6 7 8
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    if let Some(place) = out.get_mut(t) {
        *place = 5;
        *place += t.get() as u64;
    }
}
