// A literal that its type cannot hold.
fn mask() -> u8 {
    0x1ff //~ overflowing_literals literal out of range for `u8`
}
