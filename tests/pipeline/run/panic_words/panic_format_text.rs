// texts, characters and bools with widths, and what derives Debug
// threads: 1
// panics: 9 [ab    ] [  hé] [ééxéé] [true---] [fa] Some((  1,  -2)) [   5,    5] "q"
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let (t, w) = (thread::index(), 5u64);
    panic!("[{:6}] [{:>4.2}] [{:é^5}] [{:-<7}] [{:.2}] {:3?} {:4?} {:8?}", "ab", "héllo", 'x', true, false, Some((1, -2i8)), [w; 2], "q");
    out[t] = w;
}
