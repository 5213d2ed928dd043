// what is promoted by its value, though its type has a destructor or a cell, and calls in constants
// threads: 1
// expect: 46
use rustg_std::prelude::*;
use core::cell::Cell;

struct Loud(u64);

impl Drop for Loud {
    fn drop(&mut self) {
        panic!();
    }
}

const NONE: Option<Loud> = None;
const NO_CELL: Option<Cell<u64>> = None;
const EMPTY: [Loud; 0] = [];

fn none() -> &'static Option<Loud> {
    &None
}

fn of_constant() -> &'static Option<Loud> {
    &NONE
}

fn nones() -> &'static [Option<Loud>; 2] {
    &[None, None]
}

fn pair() -> &'static (Option<Loud>, u64) {
    &(None, 5)
}

fn no_cell() -> &'static Option<Cell<u64>> {
    &NO_CELL
}

fn empty() -> &'static [Loud; 0] {
    &EMPTY
}

fn in_block() -> &'static u64 {
    &{ 3 }
}

const fn made(n: u64) -> u64 {
    n + 1
}

const fn same(x: &u64) -> &u64 {
    x
}

const fn pairs() -> [u64; 2] {
    [7, 8]
}

const OF_CALL: &u64 = same(&made(3));
const OF_PART: &u64 = same(&(1, made(4)).1);
const OF_BLOCK: &u64 = same(&{ 6 });
const OF_LET: &u64 = {
    let x = &made(6);
    x
};
const OF_METHOD: &[u64] = pairs().as_slice();
static OF_STATIC: &u64 = same(&made(7));

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let nothing = none().is_none() && of_constant().is_none() && nones()[1].is_none() && no_cell().is_none();
    let sum = *OF_CALL + *OF_PART + *OF_BLOCK + *OF_LET + OF_METHOD[1] + **&OF_STATIC;
    out[thread::index()] = sum + pair().1 + in_block() - empty().len() as u64 - nothing as u64 + pair().0.is_none() as u64;
}
