use rustg_std::prelude::*;

struct Plain(f32);

#[derive(PartialEq)]
struct Equal {
    a: Plain, //~ E0369 binary operation `==` cannot be applied to type `Plain`
    b: u32,
}

#[derive(Clone)]
enum Copied {
    None,
    One(Plain), //~ E0277 the trait bound `Plain: Clone` is not satisfied
    Two { n: u32, p: Plain }, //~ E0277 the trait bound `Plain: Clone` is not satisfied
}

#[derive(Default)]
struct Empty {
    pub n: u32,
    pub p: Plain, //~ E0277 the trait bound `Plain: Default` is not satisfied
}

#[derive(Eq, Hash)]
struct Keyed(u32, Plain); //~ E0277 the trait bound `Plain: Eq` is not satisfied //~ E0277 the trait bound `Plain: Hash` is not satisfied

impl PartialEq for Keyed {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    rank: f32, //~ E0277 the trait bound `f32: Eq` is not satisfied //~ E0277 the trait bound `f32: Ord` is not satisfied
}

#[kernel]
fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = 1.0;
}
