// Constants that patterns cannot compare: without a derived PartialEq, NaN, and pointers.
struct M(u8);
impl PartialEq for M {
    fn eq(&self, _: &M) -> bool {
        true
    }
}
impl Eq for M {}
const A: M = M(1);
struct N;
const B: Option<&N> = None;
const F: f32 = 0.0 / 0.0;
const P: fn() = f;
const Q: (u8, [f64; 2]) = (1, [0.5, f64::NAN]);
fn f() {}
pub fn g(m: M, n: Option<&N>, x: f32, p: fn(), q: (u8, [f64; 2])) {
    match m {
        A => {} //~ - constant of non-structural type `M` in a pattern
        _ => {}
    }
    match n {
        B => {} //~ - constant of non-structural type `Option<&N>` in a pattern
        _ => {}
    }
    match x {
        F => {} //~ - cannot use NaN in patterns
        _ => {}
    }
    match p {
        P => {} //~ - function pointers and raw pointers not derived from integers in patterns
        _ => {}
    }
    match q {
        Q => {} //~ - cannot use NaN in patterns
        _ => {}
    }
}
