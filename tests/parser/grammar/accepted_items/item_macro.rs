//@ edition: 2021
// Macro definitions and invocations, wherever one may stand.
macro_rules! a { () => {}; ($a:expr, $($b:tt)*) => { $a; $($b)* } }
macro_rules! b ( ($a:ident) => (1) );
macro_rules! c [ [] => [] ];
macro_rules! { () => {} }
pub macro d($a:expr) { $a }
macro e { ($a:expr) => { $a }, () => { 1 } }
pub(crate) macro f() {}
a!();
a![1, 2];
a! { 1, 2 }
path::to::a!();
::a! {}
crate::a![];
#[attribute] a!();
macro_rules! dollar { ($($x:ident),+ $(,)? ; $y:tt ; $crate) => { $crate::a!($($x $y)*) } }
fn statements() {
    a!();
    a![];
    a! {}
    a! {};
    a!{}.b();
    a![].b;
    a!()?;
    let x = a!() + a![1] * a! { 2 };
    let a!() = 1;
    let (a![] | a! {}) = 1;
    let y: a!() = 1;
    let z: Vec<a![]> = 1;
    match x { a!() => {} a! {} | 1 => {} }
    path::a!();
    <a!()>::b;
    #[attribute] a!();
    #[attribute] a! {}
    macro_rules! local { () => {} }
    macro local2() {}
    union!();
    auto!();
    default! {}
    a!()
}
