// What a `move` closure changes is mutable.
pub fn changes(v: [u32; 2]) -> u32 {
    let x = 3u32;
    let mut y = 4u32;
    let mut c = move || {
        x = 1; //~ E0594 cannot assign to `x`, as it is not declared as mutable
        y += 1;
        v[0] = 2; //~ E0594 cannot assign to `v[_]`, as `v` is not declared as mutable
        y + v[0] + x
    };
    c()
}
