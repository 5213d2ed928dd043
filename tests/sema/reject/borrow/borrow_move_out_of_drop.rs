// A value whose type implements Drop is not taken apart.
struct Big([u32; 2]);

struct Guard {
    big: Big,
}

impl Drop for Guard {
    fn drop(&mut self) {}
}

pub fn f(g: Guard) -> Big {
    g.big //~ E0509 cannot move out of type `Guard`, which implements the `Drop` trait
}
