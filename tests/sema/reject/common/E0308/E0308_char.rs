pub fn f() -> u8 {
    'a'
}
