use rustg_std::prelude::*;

struct In;
struct Out {
    a: In,
    b: In,
}
fn eat(s: In) {}
fn whole(o: Out) {}
fn f(o: Out) {
    eat(o.a);
    whole(o); //~ E0382 use of partially moved value: `o`
}
