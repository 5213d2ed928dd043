// each use of a constant is a value of its own, whatever part of it is changed
// threads: 1
// expect: 145
use rustg_std::prelude::*;
use core::cell::Cell;

const PAIR: (u64, u64) = (1, 2);
const CELLS: (Cell<u64>, u64) = (Cell::new(1), 2);
const THREE: [u64; 3] = [1, 2, 3];

#[allow(const_item_mutation, const_item_interior_mutations)]
fn once(i: usize) -> u64 {
    let mut sum = 0;
    let x = &mut PAIR.1;
    *x += 5;
    sum += *x;
    let element = &mut THREE[i];
    *element += 10;
    sum += *element;
    let cell = &CELLS.0;
    cell.set(cell.get() + 20);
    sum += cell.get();
    CELLS.0.set(9);
    PAIR.1 += 4;
    match PAIR {
        (1, ref mut x) => {
            *x += 1;
            sum += *x;
        }
        _ => {}
    }
    let (ref inside, _) = CELLS;
    inside.set(inside.get() + 2);
    sum + inside.get()
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let mut sum = 0;
    let mut i = 0;
    while i < 3 {
        sum += once(i);
        i += 1;
    }
    out[thread::index()] = sum + PAIR.0 + PAIR.1 + THREE[2] + CELLS.0.get();
}
