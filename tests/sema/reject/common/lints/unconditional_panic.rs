pub fn element() -> u8 {
    let a = [1, 2, 3];
    a[3]
}

pub fn quotient(v: i32) -> i32 {
    v / 0
}

pub fn remainder() -> i32 {
    i32::MIN % -1
}
