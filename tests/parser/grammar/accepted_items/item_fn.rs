//@ edition: 2021
// Functions: qualifiers, parameters, results, where clauses.
fn nothing() {}
fn one(a: u8) {}
fn trailing(a: u8,) {}
fn several(a: u8, mut b: &str, (c, d): (u8, u8), [e, ..]: [u8; 4], &f: &u8, _: ()) -> u8 { 0 }
fn or_pattern((Ok(a) | Err(a)): Result<u8, u8>) {}
fn attributes(#[a] a: u8, #[b] #[c(d)] b: u8, /** doc */ c: u8) {}
fn generic<'a, 'b: 'a, T: Copy + 'a, U = u8, const N: usize>(a: &'a [T; N], b: U) -> impl Iterator<Item = T> + 'a
where
    T: Clone,
    U: Into<T>,
{
    loop {}
}
fn never() -> ! { loop {} }
fn block_comment(/* a */) /* b */ -> /* c */ () /* d */ {}
const fn constant() {}
async fn asynchronous() {}
unsafe fn dangerous() {}
safe fn harmless() {}
extern fn foreign() {}
extern "C" fn foreign_c() {}
extern r"C" fn foreign_raw() {}
const async unsafe extern "C" fn all() {}
const unsafe extern fn most() {}
async unsafe fn two() {}
unsafe extern "C" fn variadic(format: *const u8, ...) {}
unsafe extern "C" fn variadic_named(format: *const u8, rest: ...) {}
unsafe extern "C" fn variadic_attribute(#[a] ...) {}
pub(crate) const unsafe fn visible() {}
fn no_body();
fn inner_attributes() {
    #![allow(unused)]
    //! documentation
    ()
}
fn result_bounds() -> Box<dyn Fn(u8) -> u8 + Send> { todo!() }
fn nested() {
    fn inner() {
        fn innermost() {}
    }
}
fn macro_type(a: m![], b: m!{}, c: m!()) -> m![] { m!{} }
fn dyn_bounds(a: &(dyn Send + Sync), b: &dyn Send, c: impl Fn(&u8) -> &u8) {}
