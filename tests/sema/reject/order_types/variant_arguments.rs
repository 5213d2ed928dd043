// A path through Self or an alias gives the type its arguments.
#[derive(Clone, Copy)]
pub enum S { V { x: u8 }, W(u8), U }
impl S {
    pub fn f() -> S { Self::V::<u8> { x: 1 } } //~ E0109 type arguments are not allowed on this type
    pub fn g() -> S { Self::W::<u8>(1) }
    //~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
    //~^^ E0109 type arguments are not allowed on this type
    pub fn h() -> S { Self::U::<u8> }
    //~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
    //~^^ E0109 type arguments are not allowed on this type
    pub fn i(self) -> u8 { match self { Self::V::<u8> { x } => x, //~ E0109 type arguments are not allowed on this type
        Self::W::<u8>(x) => x,
        //~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
        //~^^ E0109 type arguments are not allowed on this type
        Self::U::<u8> => 1 } }
        //~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
        //~^^ E0109 type arguments are not allowed on this type
    pub fn j() -> S { Self::<u8>::V { x: 1 } } //~ E0109 type arguments are not allowed on self type
}
pub fn k() -> S { S::V::<u8> { x: 1 } } //~ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
pub enum G<T> { V { x: T } }
impl<T> G<T> {
    pub fn f(x: T) -> G<T> { Self::V::<T> { x } } //~ E0109 type arguments are not allowed on this type
}
pub enum S2 { V { x: u8 }, W(u8), U }
type A = S2;
pub fn k1() -> S2 { A::V::<u8> { x: 1 } } //~ E0109 type arguments are not allowed on this type
pub fn k2() -> S2 { A::W::<u8>(1) }
//~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
//~^^ E0109 type arguments are not allowed on this type
pub fn k3() -> S2 { A::U::<u8> }
//~^ E0107 enum takes 0 generic arguments but 1 generic argument was supplied
//~^^ E0109 type arguments are not allowed on this type
pub enum G2<T> { V { x: T }, W(T), U(T) }
type H<T> = G2<T>;
pub fn l() -> G2<u8> { H::V::<u8> { x: 1 } } //~ E0109 type arguments are not allowed on this type
pub fn l2() -> G2<u8> { H::W::<u8>(1) } //~ E0109 type arguments are not allowed on this type
pub fn l4() -> G2<u8> { H::<u8>::W::<u8>(1) } //~ E0109 type arguments are not allowed on this type
impl<T> G2<T> {
    pub fn g(x: T) -> G2<T> { Self::W::<T>(x) } //~ E0109 type arguments are not allowed on this type
    pub fn g2(x: T) -> G2<T> { Self::W::<T, T>(x) }
    //~^ E0107 enum takes 1 generic argument but 2 generic arguments were supplied
    //~^^ E0109 type arguments are not allowed on this type
}
pub struct P2<T>(pub T);
impl<T> P2<T> {
    pub fn f(x: T) -> P2<T> { Self::<T>(x) } //~ E0109 type arguments are not allowed on self constructor
    pub fn g(x: T) -> P2<T> { let Self::<T>(y) = Self(x); Self::<T> { 0: y } }
    //~^ E0109 type arguments are not allowed on self constructor
    //~^^ E0109 type arguments are not allowed on self type
}
impl S2 {
    pub fn f() -> S2 { Self::W::<'static>(1) }
    //~^ E0107 enum takes 0 lifetime arguments but 1 lifetime argument was supplied
    //~^^ E0109 lifetime arguments are not allowed on this type
    pub fn f2() -> S2 { Self::V::<'static, 3> { x: 1 } }
    //~^ E0109 lifetime and const arguments are not allowed on this type
}
