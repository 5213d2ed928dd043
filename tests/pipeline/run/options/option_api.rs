// the usual methods of Option
// threads: 4
// expect: 90007 10102 22104 33106
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let o = if i > 0 { Some(i) } else { None };
        o.map(|x| x * 2).unwrap_or(7)
            + o.is_some() as u64 * 100
            + o.and_then(|x| if x > 1 { Some(x) } else { None })
                .unwrap_or_default()
                * 1000
            + o.or(Some(9)).unwrap() * 10_000
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
