// GridMut: len, get, get_mut, reading what was written, by reference
// threads: 6
// expect: 601040 601048 601056 601064 601072 601080
use rustg_std::prelude::*;

fn add(out: &mut GridMut<u64>, t: thread::Tid, n: u64) {
    out[t] += n;
    if let Some(x) = out.get_mut(t) {
        *x *= 2;
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = t.get() as u64;
    add(&mut out, t, 5);
    let read = out[t] + *out.get(t).unwrap() + out.get(t).copied().unwrap_or(0);
    let place = &mut out[t];
    *place += read + 1000;
    out[t] += out.len() as u64 * 100_000 + out.is_empty() as u64;
}
