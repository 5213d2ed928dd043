// A closure changes what is read beside it.
fn count(x: &[f32]) -> u32 {
    let mut n = 0;
    let mut add = || n += 1;
    for _ in x {
        add();
        if n > 3 { //~ E0503 cannot use `n` because it was mutably borrowed
            break;
        }
        add();
    }
    n
}
