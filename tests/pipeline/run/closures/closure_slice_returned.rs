// a closure that only reads a slice through a reference lives as long as the slice, without `move`
// threads: 1
// expect: 10557
use rustg_std::prelude::*;

fn reader<'a>(v: &'a [u32], text: &'a str) -> impl Fn(usize) -> u32 + 'a {
    |i| v[i] + text.as_bytes()[i] as u32 + v.len() as u32
}

fn borrower<'a>(v: &'a [u32]) -> impl Fn(usize) -> &'a u32 {
    |i| &v[i]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let list = [t.get() as u32 + 3, 5, 7];
    let mut part = &list[..2];
    let first = borrower(part);
    let read = reader(part, "abc");
    part = &list[1..];
    out[t] = (read(1) * 100 + first(1) * 10 + part[1]) as u64;
}
