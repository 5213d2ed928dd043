// An associated type that is itself, but for one that a where clause tells of; numbers of variants from themselves.
pub trait Next {
    type Item;
}
pub struct One<T>(T);
impl<T> Next for One<T> {
    type Item = <One<T> as Next>::Item; //~ E0275 overflow evaluating the requirement `<One<T> as Next>::Item == _`
}
pub trait Blanket {
    type Item;
}
impl<T> Blanket for T
where
    T: Blanket,
{
    type Item = <T as Blanket>::Item;
}
#[repr(u8)]
pub enum Numbers {
    A = 41,
    B = Self::A as u8 + 1,
    C = OF_A,
    D = Self::A {} as u8 + 2, //~ E0391 cycle detected when simplifying constant for the type system `Numbers::D::{constant#0}`
}
const OF_A: u8 = Numbers::A as u8 + 5;
pub enum Own {
    A = Own::A as isize, //~ E0391 cycle detected when simplifying constant for the type system `Own::A::{constant#0}`
}
pub enum Far {
    A = OF_FAR, //~ E0391 cycle detected when simplifying constant for the type system `Far::A::{constant#0}`
}
const OF_FAR: isize = Far::A as isize;
