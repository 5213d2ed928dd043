// Two mutable borrows of one array.
fn swap(v: &mut [f32; 8]) {
    let a = &mut v[0];
    let b = &mut v[1]; //~ E0499 cannot borrow `v[_]` as mutable more than once at a time
    let t = *a;
    *a = *b;
    *b = t;
}
