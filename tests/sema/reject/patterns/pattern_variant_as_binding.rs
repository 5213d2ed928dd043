// A binding named as a variant matches everything.
enum Side {
    Left,
    Right,
}

pub fn f(s: Side) -> u32 {
    match s {
        Left => 1, //~ E0170 pattern binding `Left` is named the same as one of the variants of the type `Side`
        Right => 2, //~ E0170 pattern binding `Right` is named the same as one of the variants of the type `Side`
    }
}
