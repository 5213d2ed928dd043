pub fn of_a_slice(v: &mut [u32]) {
    let mut at = |i: usize| &mut v[i]; //~ - captured variable cannot escape `FnMut` closure body
    *at(0) = 1;
}

pub fn of_a_variable() {
    let mut n = 0u32;
    let mut count = || &mut n; //~ - captured variable cannot escape `FnMut` closure body
    *count() = 1;
}

pub fn of_a_moved_one() -> u32 {
    let n = 7u32;
    let get = move || &n; //~ - lifetime may not live long enough
    *get()
}

pub fn through_a_bound(v: &mut [u32]) -> &mut u32 {
    fn last<R>(mut f: impl FnMut() -> R) -> R {
        f()
    }
    last(move || &mut v[0]) //~ - captured variable cannot escape `FnMut` closure body
}
