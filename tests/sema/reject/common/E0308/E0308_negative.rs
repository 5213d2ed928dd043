pub fn f(x: i32) -> u32 {
    -x
}
