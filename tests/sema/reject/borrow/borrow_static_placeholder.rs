// A lifetime that is written holds where the rest of the type is left to be inferred.
use core::cell::Cell;

const fn made() -> u32 {
    4
}
const CELL: Option<Cell<u32>> = {
    let mut x = None;
    if false {
        x = Some(Cell::new(4));
    }
    x
};

pub fn call() -> u32 {
    let x: &'static _ = &made(); //~ E0716 temporary value dropped while borrowed
    *x
}
pub fn cell() -> bool {
    let x: &'static _ = &CELL; //~ E0716 temporary value dropped while borrowed
    x.is_some()
}
pub fn pair() -> u8 {
    let x: (&'static _, _) = (&u8::from(true), 1u8); //~ E0716 temporary value dropped while borrowed
    *x.0 + x.1
}
pub fn promoted() -> u32 {
    let x: &'static _ = &(3 + 4);
    let y: &'static [_] = &[1, 2];
    let z: &_ = &made();
    *x + y[0] + *z
}
