pub fn f(x: u8) -> u32 {
    match x {
        0..=9 => 1,
    }
}
