use rustg_std::prelude::*;

trait T {
    type Out;
}
struct S;
impl T for S {} //~ E0046 not all trait items implemented, missing: `Out`
