// A method changes itself through a shared reference.
struct Rng {
    state: u32,
}
impl Rng {
    fn next(&self) -> u32 {
        self.state = self.state * 3; //~ E0594 cannot assign to `self.state`, which is behind a `&` reference
        self.state
    }
}
