// The length of an array is a constant.
fn histogram(bins: usize) -> u32 {
    let h = [0u32; bins]; //~ E0435 attempt to use a non-constant value in a constant
    h[0]
}
