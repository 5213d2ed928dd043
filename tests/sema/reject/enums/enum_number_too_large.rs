// A variant's number fits into the enum's type.
#[repr(u8)]
enum Small {
    A = 256, //~ overflowing_literals literal out of range for `u8`
}
