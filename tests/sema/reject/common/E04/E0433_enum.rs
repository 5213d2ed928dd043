pub enum Colour {
    Red,
}
pub fn f() -> Colour {
    let _ = Colour::Red;
    Color::Red
}
