// A break in a closure of a loop.
fn count(x: &[f32]) -> u32 {
    let mut n = 0;
    for v in x {
        let stop = || break; //~ E0267 `break` inside of a closure
        n += 1;
    }
    n
}
