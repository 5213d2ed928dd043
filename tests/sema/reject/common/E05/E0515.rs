pub fn f<'a>() -> &'a u32 {
    let x = 1;
    &x
}
