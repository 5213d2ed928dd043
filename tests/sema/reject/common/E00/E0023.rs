pub enum E {
    A(u32, u32),
}

pub fn f(e: E) -> u32 {
    match e {
        E::A(x) => x,
    }
}
