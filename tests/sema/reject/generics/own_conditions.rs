// A type is not well-formed because it is itself, nor a trait's bound because of the trait; lifetimes come from the header.
pub struct Own
where
    Self:; //~ E0275 overflow evaluating the requirement `Own well-formed`
pub struct Behind
where
    for<'a> &'a mut Self:; //~ E0275 overflow evaluating the requirement `for<'a> &'a mut Behind well-formed`
pub struct Good<T>(T)
where
    Option<T>:,
    Self: Sized;
pub trait Holds {
    type Item;
    fn make() -> impl Sized;
}
pub trait Cyclic: Holds<Item: Cyclic> {} //~ E0391 cycle detected when computing the implied predicates of `Cyclic`
pub trait Through: Holds<Item: Below> {} //~ E0391 cycle detected when computing the implied predicates of `Through`
pub trait Below: Through {}
pub struct S;
impl<'a> Iterator for S { //~ E0207 the lifetime parameter `'a` is not constrained by the impl trait, self type, or predicates
    type Item = &'a u8;
    fn next(&mut self) -> Option<&'a u8> {
        None
    }
}
impl<'a> S {
    pub fn fine() -> &'a u8 {
        &1
    }
}
impl<'a> Holds for S { //~ E0207 the lifetime parameter `'a` is not constrained by the impl trait, self type, or predicates
    type Item = u8;
    fn make() -> &'a u8 {
        &1
    }
}
