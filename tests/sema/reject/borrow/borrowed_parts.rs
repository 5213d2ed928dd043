// What errors say of a part that is borrowed, and of a variable that a closure moves.
struct Pair {
    a: u8,
    b: u8,
}
fn take(_: &Pair) {}
fn whole_of_part() {
    let mut n = Pair { a: 1, b: 2 };
    let r = &mut n.b;
    let c = &n; //~ E0502 cannot borrow `n` as immutable because it is also borrowed as mutable
    *r = 3;
    take(c)
}
fn moved() -> u8 {
    let n = Pair { a: 1, b: 2 };
    let r = &n;
    let c = move || { //~ E0505 cannot move out of `n` because it is borrowed
        let m = &n;
        m.a + 1
    };
    c() + r.b
}
fn main() {}
