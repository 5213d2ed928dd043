// Fn pointers that leave other lifetimes to each call are other types: impls for them do not overlap
// threads: 5
// expect: 2 1 4 3 9
use rustg_std::prelude::*;

type Two = for<'a, 'b> fn(&'a u64, &'b u64) -> u64;
type One = for<'a> fn(&'a u64, &'a u64) -> u64;

trait Named {
    fn named(&self) -> u64;
}
impl Named for One {
    fn named(&self) -> u64 {
        1
    }
}
#[allow(coherence_leak_check)]
impl Named for Two {
    fn named(&self) -> u64 {
        2
    }
}
impl Named for for<'r> fn(fn(&'r u64)) {
    fn named(&self) -> u64 {
        3
    }
}
#[allow(coherence_leak_check)]
impl<'a> Named for fn(fn(&'a u64)) {
    fn named(&self) -> u64 {
        4
    }
}

fn sum(a: &u64, b: &u64) -> u64 {
    *a + *b
}

fn by_bound<T: Named>(x: &T) -> u64 {
    x.named()
}

fn with_static(_: fn(&'static u64)) {}
fn with_any<'r>(_: fn(&'r u64)) {}

fn item<T>() -> u64 {
    9
}

/* Fn items of other arguments become fn pointers where branches meet. */
fn met(first: bool) -> u64 {
    let one = item::<for<'a> fn(&'static u64, &'a u64)>;
    let other = item::<for<'a> fn(&'a u64, &'static u64)>;
    let met = if first { one } else { other };
    called(met)
}

fn called<T: Called>(x: T) -> u64 {
    x.call_it()
}
trait Called {
    fn call_it(&self) -> u64;
}
impl Called for fn() -> u64 {
    fn call_it(&self) -> u64 {
        self()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let (two, one): (Two, One) = (sum, sum);
    let (fixed, any): (fn(fn(&'static u64)), for<'r> fn(fn(&'r u64))) = (with_static, with_any);
    out[t] = match t.get() {
        0 => by_bound(&two),
        1 => by_bound(&one),
        2 => by_bound(&fixed),
        3 => by_bound(&any),
        _ => met(two(&1, &2) == 3),
    };
}
