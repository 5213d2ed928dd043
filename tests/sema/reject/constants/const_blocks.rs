pub fn added() -> u8 {
    const { 255u8 + 1 } //~ E0080 attempt to compute `u8::MAX + 1_u8`, which would overflow
}

pub fn of_a_variable() -> u8 {
    const {
        let x = 255u8;
        x + 1 //~ E0080 attempt to compute `u8::MAX + 1_u8`, which would overflow
    }
}
