use rustg_std::prelude::*;

fn near() -> u64 {
    1
}
struct Near;
static COUNT: u64 = 3;

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let n = ::near(); //~ E0425 cannot find crate `near` in the list of imported crates
    let _: ::Near = Near; //~ E0425 cannot find crate `Near` in the list of imported crates
    out[thread::index()] = n + ::COUNT; //~ E0425 cannot find crate `COUNT` in the list of imported crates
}
