use core::cell::Cell;
use rustg_std::prelude::*;

// A constant that has a cell in it is borrowed as a temporary, others live for ever.
const CELL: Cell<u64> = Cell::new(1);
struct W {
    c: (u8, [Cell<u8>; 2]),
}
const WELL: W = W { c: (1, [const { Cell::new(1) }; 2]) };
struct V<T> {
    a: [T; 2],
}

fn whole() -> &'static Cell<u64> {
    &CELL //~ E0515 cannot return reference to temporary value
}
fn in_tuple() -> &'static (Cell<u64>, u8) {
    &(CELL, 1) //~ E0515 cannot return reference to temporary value
}
fn deep() -> &'static W {
    &WELL //~ E0515 cannot return reference to temporary value
}
fn beside() -> &'static u8 {
    &WELL.c.0 //~ E0515 cannot return reference to temporary value
}
fn written() {
    let x: &'static Cell<u64> = &CELL; //~ E0716 temporary value dropped while borrowed
}
// A closure without captures lives for ever; one that holds something does not. A variable that is not assigned again
// tells what a constant holds.
const WRITTEN: Option<Cell<u64>> = {
    let x = Some(Cell::new(1));
    x
};
const REPLACED: Option<Cell<u64>> = {
    let mut x = None;
    x = Some(Cell::new(1));
    x
};
fn through_locals() {
    let a: &'static _ = &WRITTEN; //~ E0716 temporary value dropped while borrowed
    let b: &'static _ = &REPLACED; //~ E0716 temporary value dropped while borrowed
}
fn closures(q: u64) {
    let a: &'static _ = &|| 1u64;
    let b: &'static _ = &move || q; //~ E0716 temporary value dropped while borrowed
    a();
    b();
}
// Any field of a union may be what it holds.
union Either {
    number: u32,
    cell: std::mem::ManuallyDrop<Cell<u32>>,
}
struct Around {
    of: Either,
}
const EITHER: Either = Either { number: 1 };
fn unions() {
    let a: &'static Either = &Either { number: 1 }; //~ E0716 temporary value dropped while borrowed
    let b: &'static Either = &EITHER; //~ E0716 temporary value dropped while borrowed
    let c: &'static Around = &Around { of: Either { number: 2 } }; //~ E0716 temporary value dropped while borrowed
    let d: &'static Option<Either> = &None;
}
trait K {
    const V: Self;
}
fn unknown<T: K>() -> &'static T {
    &T::V //~ E0515 cannot return reference to temporary value
}
fn cells_of() -> &'static V<Cell<u8>> {
    const X: V<Cell<u8>> = V { a: [const { Cell::new(1) }; 2] };
    &X //~ E0515 cannot return reference to temporary value
}
fn of_numbers() -> (&'static [u64; 2], &'static Option<u64>, &'static V<u8>) {
    const X: [u64; 2] = [1, 2];
    const Y: Option<u64> = None;
    const Z: V<u8> = V { a: [1, 2] };
    (&X, &Y, &Z)
}

#[kernel]
pub fn k(mut out: GridMut<u32>) {
    let t = thread::index();
    out[t] = 0;
}
