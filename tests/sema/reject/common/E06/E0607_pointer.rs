pub fn f(x: *const u8) -> *const [u8] {
    x as *const [u8]
}
