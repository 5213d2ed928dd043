// Slice patterns that no value of the type fits.
pub fn f(a: [u32; 3], s: &[u32], n: u32) -> u32 {
    let [x, y] = a; //~ E0527 pattern requires 2 elements but array has 3
    let [p, q, r, t, ..] = a; //~ E0528 pattern requires at least 4 elements but array has 3
    let [m] = n; //~ E0529 expected an array or slice, found `u32`
    match s {
        [.., z, ..] => *z, //~ - `..` can only be used once per slice pattern
        _ => x + y + p + q + r + t + m,
    }
}
