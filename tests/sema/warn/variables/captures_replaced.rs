// Captures whose old values are dropped, and such that only code behind an end names.
#![allow(unreachable_code)]
pub struct Guard;
impl Drop for Guard {
    fn drop(&mut self) {}
}

pub fn generic<T: Default>(mut v: T) {
    let _ = |r| {
        if r {
            v = T::default(); //~ unused_assignments value assigned to `v` is never read
        } else {
            drop(v);
        }
    };
}
pub fn guard(mut v: Guard) {
    let _ = |r| {
        if r {
            v = Guard; //~ unused_assignments value assigned to `v` is never read
        } else {
            drop(v);
        }
    };
}
pub fn in_loop<T: Copy + Default>() {
    let mut z = T::default(); //~ unused_variables unused variable: `z`
    let _ = move |b| {
        loop {
            if b {
                z = T::default(); //~ unused_assignments value assigned to `z` is never read //~ unused_assignments value captured by `z` is never read
            } else {
                return;
            }
        }
    };
}
pub fn named(x: &u32) -> u32 {
    let f = move || {
        let _ = *x;
        40
    };
    f()
}
pub fn held() -> i32 {
    fn help(a: i32) -> i32 {
        a
    }
    struct One(i32);
    let f = help;
    let g = One;
    let h = Some::<i32>;
    let unused = One; //~ unused_variables unused variable: `unused`
    f(1) + g(2).0 + h(3).unwrap()
}
