// a promoted constant's arithmetic panics where it stands
// threads: 1
// panics: 7 attempt to subtract with overflow
use rustg_std::prelude::*;

fn before<const N: usize>() -> &'static [usize] {
    &[N - 1]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = if t.get() < 3 {
        before::<0>()[0] as u64
    } else {
        1
    };
}
