use rustg_std::prelude::*;

trait T {}
struct S;
impl T for S {}
impl T for S {} //~ E0119 conflicting implementations of trait `T` for type `S`

// Headers that are closed are found by what they are, the others by their name.
struct N<const C: usize>;
struct V<A>(A);
trait Q<A> {}
type Five = N<5>;
impl T for N<5> {}
impl T for N<6> {}
impl T for Five {} //~ E0119 conflicting implementations of trait `T` for type `N<5>`
impl T for N<{ 3 + 3 }> {} //~ E0119 conflicting implementations of trait `T` for type `N<6>`
impl T for N<{ 3 + 4 }> {}
impl T for V<u8> {}
impl<A: Copy> T for V<A> {} //~ E0119 conflicting implementations of trait `T` for type `V<u8>`
impl T for V<&'static u8> {}
impl<A> Q<A> for u8 {}
impl Q<u16> for u8 {} //~ E0119 conflicting implementations of trait `Q<u16>` for type `u8`
impl Q<u16> for u16 {}
impl Q<u32> for u16 {}
impl Q<u32> for u16 {} //~ E0119 conflicting implementations of trait `Q<u32>` for type `u16`
impl<'a> Q<&'a u8> for u16 {}
impl Q<&'static u8> for u16 {} //~ E0119 conflicting implementations of trait `Q<&u8>` for type `u16`

// Fn pointers that leave the same lifetimes to each call are of one type, whatever these are called.
trait H {}
impl H for fn(&u8, &u8) -> u8 {}
impl H for for<'b, 'a> fn(&'a u8, &'b u8) -> u8 {} //~ E0119 conflicting implementations of trait `H` for type
impl<A> H for fn(A) {}
impl<'a> H for fn(&'a u8) {} //~ E0119 conflicting implementations of trait `H` for type `fn(&u8)`
impl H for for<'a> fn(&'a u8) {}

// A bound tells what a known type's associated type is.
trait Mirror {
    type Is;
}
impl<A> Mirror for A {
    type Is = A;
}
trait W {}
impl<A> W for A where u8: Mirror<Is = A> {}
impl W for u16 {}
impl W for u8 {} //~ E0119 conflicting implementations of trait `W` for type `u8`
