// A constant or static gives what its tail borrows, or what is promoted; other temporaries and variables end before.
use rustg_std::{GridMut, thread};

struct Loud(u64);

impl Drop for Loud {
    fn drop(&mut self) {}
}

const fn made(n: u64) -> u64 {
    n
}

const fn same(x: &u64) -> &u64 {
    x
}

const BEHIND_BRANCH: &u64 = {
    let y = if made(1) == 1 { 2 } else { 3 };
    let x = &made(y); //~ E0716 temporary value dropped while borrowed
    x
};
const IN_BRANCH: &u64 = if made(1) == 1 { same(&made(1)) } else { &2 }; //~ E0716 temporary value dropped while borrowed
const MUTABLE: &mut u64 = {
    let x = &mut 3; //~ E0716 temporary value dropped while borrowed
    x
};
const OF_VARIABLE: &u64 = {
    let k = 5;
    let y = &(k + 1); //~ E0716 temporary value dropped while borrowed
    y
};
const VARIABLE: Option<&u64> = {
    let k = 5;
    Some(&k) //~ E0597 `k` does not live long enough
};
static ELEMENT: &u64 = {
    let x = [1, 2];
    &x[0] //~ E0597 `x[_]` does not live long enough
};
static DROPPED: u64 = {
    let q = &Loud(3); //~ E0493 destructor of `Loud` cannot be evaluated at compile-time
    q.0
};

fn blocks() {
    const { same(&made(1)) }; //~ E0716 temporary value dropped while borrowed
}

fn with_destructor() -> &'static Loud {
    &Loud(1) //~ E0515 cannot return reference to temporary value
}

fn some() -> &'static Option<Loud> {
    const SOME: Option<Loud> = Some(Loud(1));
    &SOME //~ E0515 cannot return reference to temporary value
}

const REFERENCE: &u64 = &1;
const PAIR: &(u64, u64) = &(1, 2);
const BEHIND_REFERENCE: &u64 = {
    let x = &(*REFERENCE + 1); //~ E0716 temporary value dropped while borrowed
    x
};
const IN_LOOP: &u64 = loop {
    break same(&made(1)); //~ E0716 temporary value dropped while borrowed
};

fn read_behind_reference() -> &'static u64 {
    &(*REFERENCE + 1) //~ E0515 cannot return reference to temporary value
}

fn field_behind_reference() -> &'static u64 {
    &(PAIR.0 + 1) //~ E0515 cannot return reference to temporary value
}

fn reborrow_of_field() -> &'static &'static u64 {
    &&PAIR.0 //~ E0515 cannot return reference to temporary value
}

fn of_two_values(c: bool) -> &'static u64 {
    &'a: { //~ E0515 cannot return reference to temporary value
        if c {
            break 'a 5;
        }
        6
    }
}

fn in_const_block() -> &'static u64 {
    const {
        let x = &made(3); //~ E0716 temporary value dropped while borrowed
        x
    }
}

#[rustg_std::kernel]
pub fn kernel(mut out: GridMut<u64>) {
    blocks();
    let behind = read_behind_reference() + field_behind_reference() + **reborrow_of_field();
    out[thread::index()] = with_destructor().0 + some().is_some() as u64 + behind + of_two_values(true) + in_const_block();
}
