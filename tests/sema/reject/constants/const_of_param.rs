// A length does not depend on what a parameter has.
pub trait Links {
    const N: usize;
}
pub struct Held<A: Links> {
    of: A,
    links: [u32; A::N], //~ - generic parameters may not be used in const operations
}
