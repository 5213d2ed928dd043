// A closure that must be Fn changes nothing that it captures.
fn twice(f: impl Fn() -> u32) -> u32 {
    f() + f()
}
fn unit<F: Fn()>(f: F) {
    f()
}
struct S { a: u32 }
pub fn f(s: &mut S, mut t: S) -> u32 {
    let mut n = 0;
    let mut x = ();
    unit(|| n = 3); //~ E0594 cannot assign to `n`, as it is a captured variable in a `Fn` closure
    unit(|| x = ()); //~ E0594 cannot assign to `x`, as it is a captured variable in a `Fn` closure
    unit(|| s.a = 3); //~ E0594 cannot assign to `s`, as it is a captured variable in a `Fn` closure
    unit(|| t.a += 3); //~ E0594 cannot assign to `t`, as it is a captured variable in a `Fn` closure
    unit(|| { let _p = &mut t; }); //~ E0596 cannot borrow `t` as mutable, as it is a captured variable in a `Fn` closure
    twice(|| {
        n += 1; //~ E0594 cannot assign to `n`, as it is a captured variable in a `Fn` closure
        n
    })
}

pub fn g(mut t: [u32; 3]) {
    unit(move || t[0] = 3); //~ E0594 cannot assign to `t[_]`, as `Fn` closures cannot mutate their captured variables
}
