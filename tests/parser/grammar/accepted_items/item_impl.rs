//@ edition: 2021
// Implementations.
impl A {}
impl<T> A<T> {}
impl<> A {}
impl Trait for A {}
impl<'a, T: 'a + ?Sized, const N: usize> Trait<T> for [&'a T; N] where T: Copy, {}
unsafe impl Send for A {}
impl !Send for A {}
unsafe impl !Send for A {}
impl const Trait for A {}
impl const A {}
const impl Trait for A {}
default impl Trait for A {}
default unsafe impl Trait for A {}
impl (A) {}
impl &A {}
impl dyn Trait {}
impl dyn Trait + Send + 'static {}
impl Trait for &mut (dyn Fn(u8) -> u8 + 'static) {}
impl<T: Trait + ?Sized> Trait for Box<T> {}
impl <A as Trait>::Type {}
impl<#[a] T, #[b] 'c, #[d] const E: usize> A {}
impl Trait for fn(u8) -> u8 {}
impl Trait for ! {}
impl Trait for (A, B) {}
impl mac!() {}
impl Trait for mac![] {}
impl !{}
impl A {
    #![a]
    //! inner
    pub const B: u8 = 1;
    const C: u8;
    type D = u8;
    pub(crate) type E<'a> = &'a u8 where Self: 'a;
    pub fn f(&self) {}
    default fn g() {}
    default const H: u8 = 1;
    default type I = u8;
    default unsafe fn i2() {}
    default async fn i3() {}
    fn default() {}
    pub default fn j() {}
    const fn k() {}
    pub(in crate::a) async unsafe extern "C" fn l() {}
    fn m();
    mac!();
    mac! {}
    #[a] #[b] fn n(self: Pin<&mut Self>) {}
    const unsafe fn o() {}
}
impl Trait for .. {}
