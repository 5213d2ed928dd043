// filter, xor, take, replace, ok_or, zip
// threads: 4
// expect: 104 114 8024 12034
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut o = Some(i);
        let t = o.take();
        let f = t.filter(|x| *x > 1);
        o.replace(4);
        let z = o.zip(f);
        o.unwrap() + t.unwrap() * 10 + f.is_none() as u64 * 100 + z.map_or(0, |(a, b)| a * b * 1000)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
