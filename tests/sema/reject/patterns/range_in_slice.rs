use rustg_std::prelude::*;

fn f(s: &[u32], a: [u8; 3]) -> u32 {
    let [.., (9..)] = a else { return 0 };
    match s {
        [1.., ..] => 1, //~ E0658 `X..` patterns in slices are experimental
        [x @ 3.., 4] => *x, //~ E0658 `X..` patterns in slices are experimental
        [5..=6, ..8] => 2,
        [1 | 2.., 7] => 3,
        _ => 4,
    }
}
