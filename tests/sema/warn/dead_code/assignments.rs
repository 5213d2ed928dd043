// Assignments of a place to itself are told by the same lint, where the code is live.
#![allow(unused_parens, unused_assignments)]
struct W {
    a: u32,
    n: N,
}
struct N {
    v: f32,
    t: (u8, u8),
}
pub fn assigns(p: &mut W) {
    let mut w = W { a: 1, n: N { v: 1.0, t: (1, 2) } };
    let mut z = 1;
    w.a = w.a; //~ dead_code useless assignment of field of type `u32` to itself
    w.n.v = w.n.v; //~ dead_code useless assignment of field of type `f32` to itself
    w.n.t.0 = w.n.t.0; //~ dead_code useless assignment of field of type `u8` to itself
    w.n.t.0 = w.n.t.1;
    z = z; //~ dead_code useless assignment of variable of type `u32` to itself
    z = (z); //~ dead_code useless assignment of variable of type `u32` to itself
    p.a = p.a; //~ dead_code useless assignment of field of type `u32` to itself
    p.a = w.a;
    z = z + 1;
    z += z;
    let mut q = [1, 2];
    q[0] = q[0];
    *p = W { a: z, n: N { v: q[0] as f32, t: w.n.t } };
    let mut c = || z = z; //~ dead_code useless assignment of variable of type `u32` to itself
    c();
}
fn dead(mut z: u32) { //~ dead_code function `dead` is never used
    z = z;
}
