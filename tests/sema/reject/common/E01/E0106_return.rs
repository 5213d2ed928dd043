pub fn f(a: &u32, b: &u32) -> &u32 {
    if *a > *b { a } else { b }
}
