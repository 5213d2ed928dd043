// A variable that one branch sets.
fn pick(c: bool) -> f32 {
    let v: f32;
    if c {
        v = 1.0;
    }
    v //~ E0381 used binding `v` is possibly-uninitialized
}
