pub fn a() -> u8 {
    256
}

pub fn b() -> i8 {
    -129
}

pub fn c() -> i64 {
    9_223_372_036_854_775_808
}

pub fn d() -> f32 {
    1e39
}
