// A value is not promoted for a pattern where a part of it is bound to be changed, or where it is no constant.
pub fn beside() -> &'static i32 {
    let (ref x, ref mut _y) = (1, 2);
    x //~ E0515 cannot return value referencing temporary value
}

pub fn no_constant(n: i32) -> &'static i32 {
    match (n, 2) {
        (_, ref x) => x, //~ E0515 cannot return value referencing temporary value
    }
}

fn made() -> (i32, i32) {
    (1, 2)
}

pub fn of_call() -> &'static i32 {
    let (ref x, _) = made();
    x //~ E0515 cannot return value referencing temporary value
}

pub fn cell() -> &'static (std::cell::Cell<i32>, i32) {
    match (std::cell::Cell::new(1), 2) {
        ref x => x, //~ E0515 cannot return value referencing temporary value
    }
}

pub trait Has: Sized {
    const IT: Self;
}

pub fn maybe_cell<T: Has + Copy + 'static>() -> &'static (Option<u8>, T) {
    &(None, T::IT) //~ E0515 cannot return reference to temporary value
}
