// the type that a call should give is what its arguments are coerced to
// threads: 4
// expect: 1220440021 1220341022 1220042023 1225043024
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct Table<'a> {
    names: Option<&'a [u8]>,
    rows: Result<&'a [u16], u8>,
}
struct Wrapped<T>(T);

fn pick(i: u64) -> Option<&'static [u8]> {
    if i == 0 {
        return Some(b"zero");
    }
    match i {
        1 => Some(&[1, 2, 3]),
        2 => Some(b""),
        _ => None,
    }
}
fn length(x: Option<&[u8]>, y: Wrapped<&[u64]>) -> u64 {
    x.map_or(50, |x| x.len() as u64) * 10 + y.0.len() as u64
}

fn value(i: u64) -> u64 {
    let row = [i as u16, 9];
    let t = Table { names: Some(b"ab"), rows: Ok(&row) };
    let u = Table { rows: Err(3), ..t };
    let nested: Option<Option<&[u8]>> = Some(Some(b"xyz"));
    let f: Option<fn(u64) -> u64> = Some(|x| x + 1);
    let rows = t.rows.map_or(0, |r| r.iter().map(|&x| x as u64).sum::<u64>()) + u.rows.map_or(1, |r| r.len() as u64);
    length(pick(i), Wrapped(&[1, 2, i])) * 10_000
        + length(t.names, Wrapped(&[]))
        + rows * 1000
        + nested.flatten().map_or(0, |x| x[2] as u64) * 10_000_000
        + f.map_or(0, |f| f(i))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
