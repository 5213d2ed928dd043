// A closure that outlives what it borrows.
pub fn f(n: u32) -> impl Fn(u32) -> u32 {
    |x| x + n //~ E0373 closure may outlive the current function, but it borrows `n`, which is owned by the current function
}
