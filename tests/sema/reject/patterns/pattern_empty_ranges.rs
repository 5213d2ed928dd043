// Ranges in patterns that hold nothing.
pub fn g(x: u32) -> u32 {
    match x {
        5..2 => 1, //~ E0579 lower bound for range pattern must be less than upper bound
        5..=2 => 2, //~ E0030 lower bound for range pattern must be less than or equal to upper bound
        _ => 3,
    }
}
