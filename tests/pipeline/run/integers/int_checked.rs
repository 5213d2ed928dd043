// checked arithmetic gives an Option
// threads: 4
// expect: 255 255 255 255
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = 250u8.checked_add(10);
        let b = 250u8.checked_add(5);
        match (a, b) {
            (None, Some(x)) => x as u64,
            _ => 0,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
