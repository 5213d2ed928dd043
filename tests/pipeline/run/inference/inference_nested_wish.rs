// what is wanted reaches through branches, fields, arms and calls
// threads: 4
// expect: 90404333312 90026333021 90406433332 90406433061
use rustg_std::prelude::*;

use core::ops::ControlFlow;
struct Cfg<'a> {
    keys: &'a [&'a [u8]],
    f: fn(u64) -> u64,
    pair: (Option<&'a [u64]>, [&'a [u8]; 2]),
}
fn inc(x: u64) -> u64 {
    x + 1
}
fn cfg<'a>(flag: bool, keys: &'a [&'a [u8]]) -> Cfg<'a> {
    Cfg {
        keys: if flag { keys } else { &[b"only"] },
        f: match flag {
            true => inc,
            false => |x| x * 2,
        },
        pair: (if flag { Some(&[1, 2, 3]) } else { None }, [b"ab", b"cde"]),
    }
}
fn choose(i: u64) -> &'static [u64] {
    let r: &[u64] = match i {
        0 => &[1],
        1 => &[2, 3],
        _ => return &[],
    };
    r
}
fn boxed(i: u64) -> (&'static [u8], Result<&'static str, &'static [u8]>) {
    (b"abc", if i > 1 { Ok("fine") } else { Err(b"bad") })
}
fn find(xs: &[u64], want: u64) -> ControlFlow<usize, &'static str> {
    for (k, &x) in xs.iter().enumerate() {
        if x == want {
            return ControlFlow::Break(k);
        }
    }
    ControlFlow::Continue("none")
}
fn arrays(i: u64) -> [Option<&'static [u8]>; 3] {
    let mut a: [Option<&[u8]>; 3] = [None; 3];
    a[0] = Some(b"x");
    a[1] = (i > 0).then_some(b"yy" as &[u8]);
    a[2] = { let t: &'static [u8; 3] = b"zzz"; Some(t) };
    a
}
fn late() -> u64 {
    let mut best = None;
    let mut it = [3u64, 9, 4].iter();
    while let Some(x) = it.next() {
        if best.is_none_or(|b| x > b) {
            best = Some(x);
        }
    }
    let x;
    let y = { x = *best.unwrap(); x } + 1;
    x * y
}
fn value(i: u64) -> u64 {
    let c = cfg(i % 2 == 0, &[b"k1", b"key2"]);
    let (b, r) = boxed(i);
    let a = arrays(i).iter().flatten().map(|s| s.len() as u64).sum::<u64>();
    let f = match find(choose(i), 3) {
        ControlFlow::Break(k) => k as u64 + 1,
        ControlFlow::Continue(s) => s.len() as u64 * 10,
    };
    c.keys.len() as u64 + (c.f)(i) * 10 + c.pair.0.map_or(0, <[u64]>::len) as u64 * 100 + c.pair.1[1].len() as u64 * 1000 + b.len() as u64 * 10_000 + r.map_or_else(|e| e.len(), str::len) as u64 * 100_000 + a * 1_000_000 + f * 10_000_000 + late() * 1_000_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
