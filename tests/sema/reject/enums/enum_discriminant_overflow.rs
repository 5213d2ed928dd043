// The number after the last one.
#[repr(u8)]
enum Small {
    A = 255,
    B, //~ E0370 enum discriminant overflowed
}

#[repr(i8)]
enum Signed {
    A = 127,
    B, //~ E0370 enum discriminant overflowed
}
