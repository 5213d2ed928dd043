// calls inside of the arguments of built-in macros
// threads: 4
// expect: 10 1 12 3
use rustg_std::prelude::*;

macro_rules! ten { () => { 10u64 }; }
macro_rules! is_even { ($e:expr) => { $e % 2 == 0 }; }
macro_rules! check { ($c:expr, $($arg:tt)*) => { assert!($c, $($arg)*) }; }
macro_rules! near { ($a:expr, $b:expr) => { assert_eq!($a, $b); debug_assert!($a == $b, "{} {}", $a, $b) }; }
fn value(i: u64) -> u64 {
    assert!(ten!() == 10 && matches!(Some(ten!()), Some(x) if x > 3));
    assert_eq!({ let a = ten!(); a }, 10, "not {}", ten!());
    check!(i < 100, "i is {i} of {}", ten!());
    near!(i + 1, 1 + i);
    if is_even!(i) { ten!() + i } else { i }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
