// statics that hold each other's addresses, and need each other's values only where a constant reads them
// threads: 8
// expect: 1 2 4 2 3 2 3 6
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

const VALUES: [u32; 8] = [FIRST.0, SECOND.0, THIRD.0, READ, FORTH.0, BACK.0, PART, SUM];

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = VALUES[t.get()] as u64;
}
