// types, values and macros of one name, raw identifiers, shadowed prelude names
// threads: 4
// expect: 11300233 22350234 33202236 44350238
use rustg_std::prelude::*;

mod thing {
    pub fn thing() -> u64 {
        7
    }
    pub const ITEM: u64 = 1;
}
fn thing(x: u64) -> u64 {
    x + thing::thing()
}
struct Pair(u64, u64);
fn pair(x: u64) -> u64 {
    x * 2
}
enum Option<T> {
    Some(T),
    Nothing,
}
impl<T> Option<T> {
    fn unwrap_or(self, other: T) -> T {
        match self {
            Option::Some(x) => x,
            Self::Nothing => other,
        }
    }
}
fn real(x: u64) -> core::option::Option<u64> {
    if x > 1 { Some(x) } else { None }
}
#[allow(non_camel_case_types)]
struct r#type {
    r#match: u64,
    r#fn: u64,
}
impl r#type {
    fn r#loop(&self) -> u64 {
        self.r#match + self.r#fn
    }
}
#[allow(non_camel_case_types)]
type usize32 = u32;
fn größe(ñ: u64) -> u64 {
    ñ + 1
}
fn drop(x: u64) -> u64 {
    x * 3
}
#[allow(non_upper_case_globals)]
const lower: u64 = 5;
fn value(i: u64) -> u64 {
    let thing = thing(i);
    let Pair(a, b) = Pair(thing, thing::ITEM);
    let o = if i % 2 == 0 { Option::Some(i) } else { Option::Nothing };
    let t = r#type { r#match: 1, r#fn: i };
    let n: usize32 = 9;
    let lower_is = match i {
        lower => 1,
        _ => 4,
    };
    let match_const = if let self::lower = i + 5 { 1 } else { 0 };
    let value = |i: u64| i + 100;
    a + b * 100 + o.unwrap_or(50) * 1000 + real(i).unwrap_or(3) * 100_000 + t.r#loop() * 1_000_000 + n as u64 + größe(i) * 10_000_000 + drop(pair(2)) + lower_is + match_const + value(i)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
