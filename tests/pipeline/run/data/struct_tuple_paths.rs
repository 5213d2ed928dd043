// Fields of tuple structs and variants whose types begin with ::
// threads: 2
// expect: 3 4
use rustg_std::prelude::*;

struct Wrap(::std::option::Option<u64>);
struct Two(pub ::core::option::Option<u64>, self::m::Free);
enum Choice {
    Some(::core::option::Option<u64>),
}
mod m {
    pub struct Free;
}

fn value(i: u64) -> u64 {
    let Choice::Some(third) = Choice::Some(Some(2));
    Wrap(Some(i)).0.unwrap() + Two(Some(1), m::Free).0.unwrap() + third.unwrap()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
