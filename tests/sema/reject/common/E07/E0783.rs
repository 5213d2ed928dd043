pub fn digits(n: u32) -> u32 {
    match n {
        0...9 => 1,
        _ => 2,
    }
}
pub fn is_digit(n: u32) -> bool {
    matches!(n, 0...9)
}
