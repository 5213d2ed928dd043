pub fn f(width: u32) -> u32 {
    let height = 3;
    widht * height
}
