//@ edition: 2018
// Async and dyn are words now; parameters need patterns; strings of 2021 are not yet one token.
async fn a() { b.await }
async unsafe fn c() {}
fn d(e: &dyn F, g: Box<dyn H + Send>) {}
fn i() {
    async { j };
    async move { k };
    async || l;
    async move |m| n;
    r#try!(o);
    p!(q"r");
    s!(k#t);
    gen;
    gen!();
    let gen = 1;
    match a { 1...2 => {} 3..=4 => {} | 5 | 6 => {} }
    if let | A | B = c {}
    r#async.r#await();
}
fn trait_objects(a: &Copy, b: Box<Copy + Send>) {}
use r#dyn::r#try;
extern crate r#async as await_;
