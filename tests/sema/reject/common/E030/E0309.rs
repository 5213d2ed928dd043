fn within<'b, U: 'b>(_: U, x: Option<&'b u8>) -> Option<&'b u8> {
    x
}

pub fn named<'a, T>(x: Option<&'a u8>, t: T) -> Option<&'a u8> {
    within(t, x)
}
