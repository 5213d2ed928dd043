// Syntax that stable code may not have.
trait A {
    type B = u32; //~ E0658 associated type defaults are unstable
    final fn c() {} //~ E0658 `final` on trait functions is experimental
}
auto trait D {} //~ E0658 auto traits are experimental and possibly buggy
auto trait Dd<T> {} //~ E0658 auto traits are experimental and possibly buggy //~ E0567 auto traits cannot have generic parameters
type const E: u32 = 1; //~ E0658 `type const` syntax is experimental //~ E0658 top-level `type const` are unstable
fn f(x: u32) -> u32 {
    super let a = x; //~ E0658 `super let` is experimental
    let _b = const || {}; //~ E0658 const closures are experimental
    a.match { //~ E0658 postfix match is experimental
        _ => 1,
    }
}
default impl<T> Clone for G<T> { //~ E0658 specialization is unstable
    fn clone(&self) -> Self {
        G(self.0)
    }
}
struct G<T>(*const T);
fn h<T>() where for<U> T: Copy {} //~ E0658 only lifetime parameters can be used in this context
pub extern "unadjusted" fn i() {} //~ E0658 the extern "unadjusted" ABI is an implementation detail and perma-unstable
