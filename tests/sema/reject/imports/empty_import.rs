// `use a::{}` brings nothing in, but there has to be an `a` that may be seen.
mod m {
    mod n {}
    pub mod o {}
}
use m::n::{}; //~ E0603 module `n` is private
use m::o::{};
use nowhere::{}; //~ E0432 unresolved import `nowhere`
