// The path of an attribute leads to a tool or a macro; a module of that name hides the tool.
pub mod known {}
pub mod clippy {}

#[known::nothing] //~ E0433 cannot find `nothing` in `known`
pub fn a() {}
#[clippy::msrv] //~ E0433 cannot find `msrv` in `clippy`
pub fn b() {}
pub mod deeper {
    #[clippy::cognitive_complexity = "100"]
    pub fn c() {}
}
#[rustfmt::skip]
pub fn d() {}
#[unsafe(diagnostic::on_unimplemented(message = "no"))] //~ - `diagnostic::on_unimplemented` is not an unsafe attribute
pub trait T {}
#[diagnostic] //~ - cannot find attribute `diagnostic` in this scope
pub struct S;
#[core::contracts::requires(x > 0)] //~ E0658 use of unstable library feature `contracts`
pub fn e(x: u32) -> u32 {
    x
}
pub enum Plain {
    #[default] //~ - cannot find attribute `default` in this scope
    One,
}
#[derive(Default, Clone, Copy)]
pub enum Derived {
    #[default]
    One,
    Two,
}
