// Crates that are not there.
extern crate missing; //~ E0463 can't find crate for `missing`

pub fn f() -> u32 {
    1
}
