// A variable without mut is set twice.
fn twice(n: u32) -> u32 {
    let v = n;
    v = v * 2; //~ E0384 cannot assign twice to immutable variable `v`
    v
}
