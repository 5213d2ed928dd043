// A guard sees what its arm binds through a reference.
pub fn some(x: Option<Option<u32>>) -> u32 {
    match x {
        Some(mut y) if let Some(ref mut z) = y => *z, //~ E0596 cannot borrow `y.0` as mutable
        _ => 0,
    }
}
pub fn by_reference(x: &mut Option<Option<u32>>) -> u32 {
    match *x {
        Some(ref mut y) if let Some(ref mut z) = *y => *z, //~ E0596 cannot borrow `y.0` as mutable
        _ => 0,
    }
}
pub fn looks(x: Option<u32>) -> u32 {
    match x {
        Some(mut y) if y > 1 => {
            y += 1;
            y
        }
        _ => 0,
    }
}
