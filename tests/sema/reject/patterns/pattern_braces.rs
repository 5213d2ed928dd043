use rustg_std::prelude::*;

#[derive(Clone, Copy)]
pub struct Box3 {
    width: f32,
    height: f32,
    depth: f32,
}
pub struct Pair(u32, u32);
mod hidden {
    pub struct Cell {
        pub value: u32,
        pub weight: u32,
        id: u32,
    }
}
union Bits {
    f: f32,
    u: u32,
}

fn fields(b: Box3) -> f32 {
    let Box3 { width, high, far } = b; //~ E0026 struct `Box3` does not have fields named `high`, `far` //~ E0027 pattern does not mention fields `height`, `depth`
    let Box3 { width: w, height: h, x } = b; //~ E0026 struct `Box3` does not have a field named `x` //~ E0027 pattern does not mention field `depth`
    let Box3 { x: p, x: q, .. } = b; //~ E0026 struct `Box3` does not have a field named `x` //~ E0025 field `x` bound multiple times in the pattern
    width + w + h
}

fn tuples(p: Pair, q: Pair, r: Pair) {
    let Pair { 0: a, 2: b } = p; //~ E0026 struct `Pair` does not have a field named `2` //~ E0027 pattern does not mention field `1`
    let Pair {} = q; //~ E0769 tuple variant `Pair` written as struct variant
    let Pair { 0: c, y: (d, e) } = r; //~ E0769 tuple variant `Pair` written as struct variant
}

fn cells(c: &hidden::Cell) {
    let hidden::Cell { value } = c; //~ E0027 pattern does not mention field `weight` and inaccessible fields
    let hidden::Cell { value, weight } = c; //~ - pattern requires `..` due to inaccessible fields
}

fn unions(b: Bits) {
    unsafe {
        let Bits { f, .. } = b; //~ - `..` cannot be used in union patterns
        let Bits { w } = b; //~ E0026 union `Bits` does not have a field named `w`
    }
}

#[kernel]
fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    y[i] = fields(Box3 { width: 1.0, height: 2.0, depth: 3.0 });
}
