//@ edition: 2021
// Generic parameters, arguments, bounds and where clauses.
fn a<>() {}
fn b<'a>() {}
fn c<'a,>() {}
fn d<'a: 'b, 'b: 'a + 'static, 'c:>() {}
fn e<T>() {}
fn f<T,>() {}
fn g<T: Copy, U: ?Sized + Send, V:, W: 'static, X: (Copy) + (?Sized) + (for<'a> Fn(&'a u8))>() {}
fn h<const N: usize, const M: usize = 1, const O: u8 = { 1 + 2 }, const P: i8 = -1, const Q: char = 'q'>() {}
fn i<T = u8, U: Copy = [u8; 3]>() {}
fn j<#[a] 'a, #[b] T, #[c] const N: usize>() {}
fn k<T: ?Trait<'a>, U: async Fn(), V: for<'a> async FnMut(&'a u8), W: const Trait, X: [const] Trait>() {}
fn l<T: !Copy, U: for<> Copy, V: ~const Trait, W: ?Sized + ?Copy>() {}
fn m()
where
{}
fn n<'a, T>()
where
    'a: 'static,
    'a: 'b + 'c,
    'a:,
    T:,
    T: Copy,
    T: Copy + 'a,
    for<'b> T: Fn(&'b u8),
    for<'b, 'c: 'b> &'b T: PartialEq<&'c T>,
    Vec<T>: Copy,
    [T; 3]: Copy,
    <T as Trait>::Type: Copy,
    T::Type: Copy,
    (): Copy,
    fn(T): Copy,
    dyn Trait: Copy,
    mac!(): Copy,
    #[a] T: Copy,
    for<> T: Copy,
{}
fn arguments() {
    let a: Vec<> = 1;
    let a: Vec<u8> = 1;
    let a: Vec<u8,> = 1;
    let a: A<'a, 'b, u8, [u8; 3], 3, -3, 'c', true, "s", { 1 + 2 }> = 1;
    let a: A<B = u8, C: Copy, D = 1, E<'a> = u8, F<u8>: Copy + 'a, G: Iterator<Item = u8>, H = { 2 }> = 1;
    let a: A::<u8> = 1;
    let a: A::<u8>::B<u16>::C = 1;
    let a: Fn(u8, u16) -> u32 = 1;
    let a: Box<dyn Fn()> = 1;
    let a: Box<dyn Fn(u8,) -> u8 + Send + 'a> = 1;
    let a: impl Fn::(u8) -> u8 = 1;
    let a: A<impl Copy, dyn Copy, (u8), &'a u8, *const u8, _, !> = 1;
    let a: A<A<A<u8>>> = 1;
    let a: A<<B as C>::D> = 1;
    let a: A<B<C>>= 1;
    let a: <A as B<u8>>::C::<u8> = 1;
    let a: T<method(..): Send, other(): Copy> = 1;
    let a: <T as Trait>::method(..) = 1;
    f::<u8>();
    f::<u8, 3>(1);
    f::<>();
    a.f::<u8>();
    A::<u8>::f::<u16>();
    Vec::<u8>::new;
    <Vec<u8>>::new();
    <Vec<u8> as Trait<u16>>::new();
    a.f::<{ 1 }>();
    F::(u8) -> u8;
}
struct Unordered<T = u8, 'a, const N: usize, U>(&'a T);
fn equal<T>() where T = u8, T: Copy {}
fn captures<'a, T>() -> impl Copy + use<'a, T> + use<> + use<Self, 'a,> {}
fn binder<T: for<'a, 'b: 'a> Trait<'a>>() -> impl for<'a> Fn(&'a u8) {}
fn parens<T: Fn() -> (dyn Copy), U: Fn(fn(u8) -> u8) -> Option<u8>>() {}
