// A bound that needs itself on an ever larger type.
pub trait Deep {}

pub struct Wrap<T>(T);

fn need<T: Deep>() {}

#[rustfmt::skip]
impl<T> Deep for Wrap<T> where Wrap<Wrap<T>>: Deep {} pub fn f() { need::<Wrap<u32>>(); } //~ E0275 overflow evaluating the requirement `Wrap<Wrap<
