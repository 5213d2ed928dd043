// An associated type's lifetimes are not left out where others of its arguments stand.
pub trait Lends {
    type Part<'a, const N: usize>;
}
pub fn part<T: Lends>() {
    let _x: Option<<T as Lends>::Part<3>> = None; //~ E0107 associated type takes 1 lifetime argument but 0 lifetime arguments were supplied
}
pub trait Above {
    type A;
}
pub trait Below: Above {
    type A;
    fn which() {
        let _x: Option<Self::A> = None; //~ E0221 ambiguous associated type `A` in bounds of `Self`
    }
}
