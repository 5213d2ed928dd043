// An fmt that is missing or wrong, and what is written with it.
use std::fmt;

struct A(u32);
impl fmt::Display for A {} //~ E0046 not all trait items implemented, missing: `fmt`

struct B;
impl fmt::Debug for B {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("B").field("a", &1).finish()
    }
}

struct C<'a>(&'a [A]);
impl fmt::Debug for C<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for x in self.0 {
            write!(f, "{x} ");
        }
        write!(f, "{:?}", self.0) //~ E0277 `A` doesn't implement `Debug`
    }
}

struct D;
impl fmt::Display for D {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name) //~ E0609 no field `name` on type `&D`
    }
}
