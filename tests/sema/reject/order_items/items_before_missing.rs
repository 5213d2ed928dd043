use rustg_std::prelude::*;

trait Op {
    const N: usize;
    fn apply(self, by: f32) -> f32;
    fn name();
}
impl Op for f32 { //~ E0046 not all trait items implemented, missing: `name`
    const N: u32 = 4; //~ E0326 implemented const `N` has an incompatible type for trait
    fn apply(self) -> f32 { //~ E0050 method `apply` has 1 parameter but the declaration in trait `Op::apply` has 2
        self
    }
}

enum Shape<T> {
    Rect { w: T, h: u32 },
}

#[derive(Clone, Copy)]
struct V(f32);

fn shapes(v: V) {
    let a = Shape::Rect { w: 1.0 }; //~ E0063 missing field `h` in initializer of `Shape<_>`
    let b = (-v).0; //~ E0600 cannot apply unary operator `-` to type `V`
}

#[kernel]
fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = 1.0;
}
