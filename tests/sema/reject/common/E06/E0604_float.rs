pub fn f(x: f32) -> char {
    x as char
}
