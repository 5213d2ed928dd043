//@ edition: 2021
// What was probably meant is said.
//@ error: 6:18: expected one of `:`, `@`, or `|`, found `,`
trait T {
    fn one(self, a: u8);
    fn two(&mut a, (u8, _), b);
}
impl S {
    fn three(&&self) {}
}
fn four(m!(), [u8], A<B>, mut c) {}
fn five() {
    S { a: 1 b: 2 };
    S { c(d) };
    S { a = 1, f::g };
}
struct U { a: u8 #[b] c: u8 #}
a![b]
macro_rules!(c)
fn six() {
    #!d
}
