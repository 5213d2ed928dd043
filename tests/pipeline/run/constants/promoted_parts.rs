// what is promoted is the value that the borrowed part is of: through unions, indices and blocks; calls in constants
// threads: 1
// expect: 271
use rustg_std::prelude::*;
use core::cell::Cell;

union Bits {
    a: u64,
    b: u64,
}

struct Loud(u64);

impl Drop for Loud {
    fn drop(&mut self) {
        panic!();
    }
}

fn of_union() -> &'static u64 {
    unsafe { &Bits { b: 6 }.a }
}

fn of_index(i: usize) -> &'static u64 {
    &[10, 20, 30][i]
}

fn of_part_of_index(i: usize) -> &'static u64 {
    &[(1, [2, 3]), (4, [5, 7])][i].1[i]
}

fn behind_statements(i: &mut u64) -> &'static u64 {
    &{
        *i += 100;
        9
    }
}

fn of_break() -> &'static u64 {
    &'a: { break 'a 11 }
}

fn of_no_cell() -> &'static [Option<Cell<u64>>; 2] {
    &[const { None }; 2]
}

fn of_none() -> &'static [Loud; 0] {
    &const { [] }
}

const fn made(n: u64) -> u64 {
    n + 1
}

const fn same(x: &'static u64) -> u64 {
    *x
}

static READ: u64 = 50;
static OF_STATIC: u64 = same(&made(READ));
static BEHIND: &u64 = {
    let x = &(READ + 1);
    x
};
const BEFORE_AND: bool = same(&made(1)) == 2 && true;
const BEFORE_IF: u64 = if same(&made(1)) == 2 { 4 } else { 5 };
const OF_BREAK: u64 = 'a: { break 'a same(&made(7)) };
const IN_MATCH: u64 = match 1 {
    _ => same(&made(2)),
};

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index().get() as usize + 1;
    let mut n = 0;
    let parts = of_union() + of_index(i) + of_part_of_index(i) + behind_statements(&mut n) + of_break();
    let nothing = of_none().len() as u64 + of_no_cell()[1].is_some() as u64;
    let constants = OF_STATIC + *BEHIND + BEFORE_AND as u64 + BEFORE_IF + OF_BREAK + IN_MATCH;
    out[thread::index()] = parts + n + nothing + constants;
}
