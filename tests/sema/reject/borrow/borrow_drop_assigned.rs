// What is assigned to a variable with a destructor is used where that runs.
pub struct G<T>(T);
impl<T> Drop for G<T> {
    fn drop(&mut self) {}
}

pub fn declared_first() {
    let _d;
    let d1 = G(1);
    _d = G(&d1); //~ E0597 `d1` does not live long enough
}
pub fn declared_together() {
    let (_d, d1);
    d1 = 1;
    _d = G(&d1); //~ E0597 `d1` does not live long enough
}
pub fn replaced() {
    let mut _d = G(&1);
    let d1 = 1;
    _d = G(&d1); //~ E0597 `d1` does not live long enough
}
pub fn held_by_a_closure() {
    let _f;
    let d1 = G(1);
    let r = G(&d1); //~ E0597 `d1` does not live long enough
    _f = move || {
        let _ = &r;
    };
}
