// what a pattern binds by reference of a constant value lives for ever
// threads: 1
// expect: 82
use rustg_std::prelude::*;

const PAIR: (u64, u64) = (1, 2);

const fn made() -> (u64, u64) {
    (3, 4)
}

const OF_CALL: &u64 = {
    let (ref x, _) = made();
    x
};
static OF_BLOCK: &u64 = if let (_, ref x) = made() { x } else { &0 };

const fn middle() -> &'static [u64; 2] {
    let [_, ref x @ .., _] = [1, 5, 6, 4];
    x
}

fn some() -> &'static u64 {
    match Some(7) {
        Some(ref x) => x,
        None => &0,
    }
}

fn guarded(limit: u64) -> &'static u64 {
    match Some(8) {
        Some(ref x) if limit > *x => x,
        Some(ref y) => &y,
        None => &0,
    }
}

fn of_part() -> &'static u64 {
    match (1, 9).1 {
        ref x => x,
    }
}

fn of_else() -> &'static u64 {
    let Some(ref x) = Some(10) else { return &0 };
    x
}

fn of_constant() -> &'static u64 {
    let (_, ref x) = PAIR;
    x
}

fn alternatives() -> &'static u64 {
    match (1, 11) {
        (ref x, 3) | (_, ref x) => x,
    }
}

fn copied_beside() -> (&'static u64, u64) {
    let (ref x, y) = (12, 13);
    (x, y)
}

fn no_elements() -> &'static mut [u64; 0] {
    match [] {
        ref mut x => x,
    }
}

#[rustg_std::kernel]
pub fn test(mut out: GridMut<u64>) {
    let mut sum = *OF_CALL + *OF_BLOCK + middle()[0] + middle()[1] + *some() + *of_part() + *of_else() + *of_constant();
    sum += *alternatives() + copied_beside().0 + copied_beside().1 + no_elements().len() as u64;
    sum += *guarded(9) + *guarded(2) - 16;
    let mut changed = 0;
    match PAIR {
        (1, ref mut x) => {
            *x += 5;
            changed = *x;
        }
        _ => {}
    }
    out[thread::index()] = sum + changed - PAIR.1 - 5;
}
