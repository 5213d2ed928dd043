// A field of another module.
mod rng {
    pub struct Rng {
        state: u32,
    }
    impl Rng {
        pub fn new(seed: u32) -> Rng {
            Rng { state: seed }
        }
    }
}
fn seed() -> u32 {
    let r = rng::Rng::new(3);
    r.state //~ E0616 field `state` of struct `Rng` is private
}
