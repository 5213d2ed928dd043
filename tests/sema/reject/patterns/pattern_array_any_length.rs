// An array of unknown length has no pattern with a fixed number of elements.
pub fn f<const N: usize>(a: [u32; N]) -> u32 {
    let [x, ..] = a; //~ E0730 cannot pattern-match on an array without a fixed length
    x
}
