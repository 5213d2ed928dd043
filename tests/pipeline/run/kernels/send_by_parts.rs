// types that are Send and Sync by their parts, by promise, behind themselves and behind impl Trait
// threads: 1
// expect: 33026
use rustg_std::prelude::*;

fn send<T: Send>(value: T) -> T {
    value
}

fn share<T: Sync + ?Sized>(value: &T) -> &T {
    value
}

struct Chain<'a> {
    next: Option<&'a Chain<'a>>,
    value: u32,
}

struct Promised(*const u32);
unsafe impl Send for Promised {}
unsafe impl Sync for Promised {}

struct Wrapper<T>(T, u8);

fn adder(n: u32) -> impl Fn(u32) -> u32 {
    move |x| x + n
}

fn total<I: Iterator<Item = u32> + Send>(values: I) -> u32 {
    values.sum()
}

static COUNT: Atomic<u32> = Atomic::new(7);

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32 + 5;
    let last = Chain { next: None, value: n };
    let first = send(Chain { next: Some(&last), value: 3 });
    let kept = send(Wrapper(Promised(&n), 1));
    let cell = send(core::cell::Cell::new(4));
    let list = [n, 2, 3];
    let sum = total(list.iter().map(|x| x + n)) + share(&first).value + first.next.map_or(0, |c| c.value);
    let read = unsafe { *kept.0.0 } + kept.1 as u32 + cell.get() + send(adder(n))(1);
    out[t] = (sum * 1000 + read + share(&COUNT).load(Relaxed)) as u64 + share(&list[..]).len() as u64;
}
