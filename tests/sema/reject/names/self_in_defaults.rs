// `Self` is not known in the defaults of a type's own parameters, and a const parameter is no name of a binding.
pub struct Whole<'a, P = Self>(Option<&'a P>); //~ E0735 generic parameters cannot use `Self` in their defaults
pub enum Part<'a, P = [Self; 1]> { //~ E0735 generic parameters cannot use `Self` in their defaults
    A,
    B(Option<&'a P>),
}
pub trait Known<P = Self> {
    fn take(p: P);
}

pub fn matched<const N: u32>(x: u32) -> bool {
    match x {
        N @ _ => true, //~ E0530 match bindings cannot shadow const parameters
    }
}

pub fn declared<const N: u32>() -> u32 {
    let N @ _ = 0; //~ E0530 let bindings cannot shadow const parameters
    1
}
