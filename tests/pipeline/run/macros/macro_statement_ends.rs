// where statements end at a macro's variable, and what a call at the end of a macro's statements stands for
// threads: 3
// expect: 611 622 633
use rustg_std::prelude::*;

#[derive(Copy, Clone)]
struct X(u64);
impl std::ops::BitOr<X> for () {
    type Output = u64;
    fn bitor(self, x: X) -> u64 {
        x.0
    }
}

macro_rules! ends_statement {
    ($e:expr, $x:ident) => {{
        let f: fn(u64) -> u64 = { $e |x| x + 1 };
        let by_arm = match $x.0 {
            0 => $e | 1 if $x.0 == 1 => (),
            _ => (),
        };
        by_arm;
        f($x.0)
    }};
}
macro_rules! goes_on {
    ($e:expr, $x:ident) => {{
        let v = { $e | $x };
        v
    }};
}
macro_rules! of_nothing { () => {}; }
macro_rules! of_closure { () => { |x: u64| x }; }
macro_rules! of_six { () => { 6 }; }
macro_rules! indirect { ($name:ident) => { $name!() }; }
macro_rules! indirect_semicolon { ($name:ident) => { $name!(); }; }

fn calls() -> u64 {
    indirect! { of_nothing }
    indirect!(of_closure);
    indirect_semicolon! { of_closure }
    indirect! { of_six }
}

macro_rules! with_attributes {
    ($(#[$a:meta])* { $s:stmt }) => { with_attributes! { $s, [$(#[$a])*] } };
    ($s:stmt, [#[$a:meta] $($rest:tt)*]) => { with_attributes! { $s, [$($rest)*] } };
    ($s:stmt, []) => { $s };
}

fn attributes() -> u64 {
    with_attributes! {
        #[one]
        #[two]
        { #[allow(unused)] let x = 5 }
    };
    with_attributes! { { let y = 600 } };
    x + y
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let x = X(t.get() as u64);
    let ends = ends_statement!(if true {}, x) + goes_on!((), x) * 10 - x.0;
    out[t] = ends + calls() + attributes() - 1 + x.0;
}
