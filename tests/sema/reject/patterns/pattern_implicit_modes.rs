// Edition 2024: no reference, `ref` or `mut` below a pattern that looks through a reference.
pub fn f(p: &(u32, &u32), q: &Option<u32>) -> u32 {
    let (a, &b) = p; //~ - cannot explicitly dereference within an implicitly-borrowing pattern
    let Some(ref c) = q else { return 0 }; //~ - cannot explicitly borrow within an implicitly-borrowing pattern
    let Some(mut d) = q else { return 0 }; //~ - cannot mutably bind by value within an implicitly-borrowing pattern
    *a + b + *c + d
}
