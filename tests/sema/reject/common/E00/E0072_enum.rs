pub enum List {
    Nil,
    Cons(f32, List),
}
