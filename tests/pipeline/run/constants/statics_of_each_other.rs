// statics that hold each other's addresses, and need each other's values only where a constant reads them
// threads: 11
// expect: 1 2 4 2 3 2 3 6 4 3 2
use rustg_std::prelude::*;

struct Link(u32, &'static Link);

const fn linked(to: &'static Link) -> &'static Link {
    to
}

static FIRST: Link = Link(1, linked(&SECOND));
static SECOND: Link = Link(2, linked(&THIRD));
static THIRD: Link = Link(3 + FIRST.0, linked(&FIRST));

const READ: u32 = BACK.0;
static FORTH: Link = Link(READ + 1, linked(&BACK));
static BACK: Link = Link(2, linked(&FORTH));

const fn either(other: bool) -> u32 {
    if other { SUM } else { 3 }
}
static PART: u32 = either(false);
static SUM: u32 = PART + either(false);

// of one whose own body asks for the value of another only the address is needed
static LONG: usize = {
    let a = [0u8; COUNT];
    a.len() + 1
};
static COUNT: usize = {
    let _p = &LONG;
    3
};
static CHOSEN: u32 = match NINE {
    0 => 1,
    CASE => 2,
    _ => 3,
};
static NINE: u32 = 9;
const CASE: u32 = LATER;
static LATER: u32 = if false { CHOSEN } else { 9 };

const VALUES: [u32; 11] = [
    FIRST.0, SECOND.0, THIRD.0, READ, FORTH.0, BACK.0, PART, SUM, LONG as u32, COUNT as u32, CHOSEN,
];

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = VALUES[t.get()] as u64;
}
