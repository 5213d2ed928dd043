// A pointer that became a number by transmute is found where the number is looked at first.
use std::mem::transmute;
const RESULT: usize = unsafe { transmute::<&u32, usize>(&3) }; //~ E0080 unable to turn pointer into integer
const SUM: usize = unsafe {
    1 + transmute::<&u32, usize>(
        //~^ E0080 unable to turn pointer into integer
        &3,
    )
};
const fn same(x: usize) -> usize {
    x
}
const PASSED: usize = unsafe {
    same(
        //~^ E0080 unable to turn pointer into integer
        transmute::<&u32, usize>(&3),
    )
};
const IN_ARRAY: [usize; 2] = unsafe {
    [
        //~^ E0080 unable to turn pointer into integer
        transmute::<&u32, usize>(&3),
        1,
    ]
};
const IN_TUPLE: (u32, usize) = unsafe {
    (
        //~^ E0080 unable to turn pointer into integer
        2,
        transmute::<&u32, usize>(&3),
    )
};
static STATIC: usize = unsafe { transmute::<&u32, usize>(&3) }; //~ E0080 unable to turn pointer into integer
