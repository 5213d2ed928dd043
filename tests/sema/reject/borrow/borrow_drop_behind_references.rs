use rustg_std::prelude::*;

struct D(u32);
impl Drop for D {
    fn drop(&mut self) {}
}
struct G<'a>(&'a D);
impl Drop for G<'_> {
    fn drop(&mut self) {}
}
struct Both<'a>(G<'a>, &'a D);

fn tuple() {
    let _u;
    _u = (D(1), &D(2)); // dropping it looks behind no reference
}
fn own() {
    let _u;
    _u = Both(G(&D(1)), &D(2)); //~ E0716 temporary value dropped while borrowed
    //~^ E0716 temporary value dropped while borrowed
}
fn library() {
    let _u;
    _u = [G(&D(2))].into_iter(); //~ E0716 temporary value dropped while borrowed
}
#[kernel]
pub fn k(mut y: GridMut<u32>) {
    tuple();
    own();
    library();
    y[thread::index()] = 1;
}
