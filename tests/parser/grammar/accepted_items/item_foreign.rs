//@ edition: 2024
// Foreign modules.
unsafe extern {}
extern "C" {}
unsafe extern "C" {
    #![link(name = "m")]
    //! inner
    fn a();
    pub fn b(a: u8, _: u16, mut c: u8) -> u8;
    fn variadic(a: *const u8, ...);
    fn named(a: *const u8, rest: ...) -> i32;
    safe fn c();
    unsafe fn d();
    pub safe fn e(a: f64) -> f64;
    static F: u8;
    static mut G: u8;
    safe static H: u8;
    unsafe static mut I: u8;
    pub(crate) static J: [u8; 2];
    type K;
    pub type L;
    type M<T>: Copy;
    mac!();
    mac! { a }
    #[link_name = "n"]
    /// documentation
    fn n<'a>(a: &'a u8) -> &'a u8 where 'a: 'static;
    fn body() {}
    static VALUE: u8 = 1;
    const fn o();
    async fn p();
}
extern r#"system"# {}
