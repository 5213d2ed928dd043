// What lives to the end of the program does not change, and in a constant pointers have no numbers and no order.
use std::cell::Cell;
use std::sync::atomic::AtomicU32;

const CELL: &Cell<i32> = &Cell::new(1); //~ E0492 interior mutable shared borrows of temporaries that have their lifetime extended until the end of the program are not allowed
static ATOMIC: &AtomicU32 = &AtomicU32::new(1); //~ E0492 interior mutable shared borrows
const PART: (Option<&Cell<i32>>, u8) = (Some(&Cell::new(1)), 2); //~ E0492 interior mutable shared borrows
const IN_BLOCK: &Cell<i32> = {
    let x = 1;
    &Cell::new(x) //~ E0492 interior mutable shared borrows
};
const SOME: Option<Cell<i32>> = Some(Cell::new(1));
const OF_CONST: &Option<Cell<i32>> = &SOME; //~ E0492 interior mutable shared borrows
const NONE: Option<Cell<i32>> = None;
const OF_NONE: &Option<Cell<i32>> = &NONE;
const EMPTY: &[Cell<i32>; 0] = &[Cell::new(1); 0];
static OF_STATIC: &AtomicU32 = &A;
static A: AtomicU32 = AtomicU32::new(1);

const MUT: &mut i32 = &mut 4; //~ E0764 mutable borrows of temporaries that have their lifetime extended until the end of the program are not allowed
const MUT_EMPTY: &mut [i32] = &mut []; //~ E0764 mutable borrows of temporaries
static MUT_STATIC: Option<&mut i32> = Some(&mut 4); //~ E0764 mutable borrows of temporaries
static mut CHANGES: Option<&mut i32> = Some(&mut 4);
const REBORROWED: &i32 = &*&mut 1; //~ E0764 mutable borrows of temporaries
const SHORT: i32 = {
    let c = &mut 3;
    *c = 4;
    let cell = &Cell::new(*c);
    cell.replace(5) + *c
};

const CALLED: i32 = F(3); //~ - function pointer calls are not allowed in constants
const F: fn(i32) -> i32 = f;
const fn f(a: i32) -> i32 {
    a
}
const fn calls(g: fn(i32) -> i32) -> i32 {
    g(1) //~ - function pointer calls are not allowed in constant functions
}
fn calls_inside(g: fn(i32) -> i32) -> i32 {
    const {
        let h: fn(i32) -> i32 = f;
        h(2) //~ - function pointer calls are not allowed in constants
    };
    g(1)
}

const NUMBER: usize = &1 as *const i32 as usize; //~ - pointers cannot be cast to integers during const eval
const OF_FN: usize = f as usize; //~ - pointers cannot be cast to integers during const eval
const fn number(a: *const u8) -> u64 {
    a as u64 //~ - pointers cannot be cast to integers during const eval
}
fn number_inside(a: *const u8) -> usize {
    const { &1 as *const i32 as usize }; //~ - pointers cannot be cast to integers during const eval
    a as usize
}

const SAME: bool = &1 as *const i32 == &2 as *const i32; //~ - pointers cannot be reliably compared during const eval
const fn before(a: *const [u8], b: *const [u8]) -> bool {
    a < b //~ - pointers cannot be reliably compared during const eval
}
fn compare(a: *const u8, b: *const u8) -> bool {
    a == b
}
