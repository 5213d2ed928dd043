pub fn two<T, U>(_pick: impl Fn(&T, &T) -> &U) {} //~ E0106 missing lifetime specifier

pub fn none(_get: fn() -> &u32) {} //~ E0106 missing lifetime specifier

pub struct Table {
    pick: fn(&u32, &u32) -> &u32, //~ E0106 missing lifetime specifier
}

pub fn one<T, U>(_pick: impl Fn(&T, u32) -> &U, _same: fn(&T) -> &T, _named: for<'a> fn(&'a T, &T) -> &'a T) {}
