// expect with a named text
// threads: 1
// panics: 16 no {}
use rustg_std::prelude::*;

const WHAT: &str = "no {}";

#[track_caller]
fn need<T: Copy>(x: Option<T>, what: &str) -> T {
    x.expect(what)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = need(Some(3u64), "three") + need::<u64>(None, WHAT);
}
