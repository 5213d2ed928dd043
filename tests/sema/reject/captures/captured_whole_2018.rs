// edition 2018
// Before edition 2021 a closure captures whole variables, also those of which it wants a part, or nothing.
pub struct Pair {
    left: u32,
    right: u32,
}

pub fn by_part(mut pair: Pair) -> u32 {
    let set = || pair.left = 1;
    let read = pair.right; //~ E0503 cannot use `pair.right` because it was mutably borrowed
    let mut set = set;
    set();
    read
}

pub fn moved(pair: Pair) -> u32 {
    let right = &pair.right;
    let left = move || pair.left; //~ E0505 cannot move out of `pair` because it is borrowed
    left() + *right
}

pub fn not_used(text: &'static str) -> u32 {
    let mut pair = Pair { left: text.len() as u32, right: 0 };
    let nothing = || {
        let _ = pair;
    };
    pair.left = 2; //~ E0506 cannot assign to `pair.left` because it is borrowed
    nothing();
    pair.left
}
