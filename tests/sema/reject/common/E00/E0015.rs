fn g() -> u32 {
    1
}

pub const C: u32 = g();
