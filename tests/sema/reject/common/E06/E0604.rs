pub fn f(x: u32) -> char {
    x as char
}
