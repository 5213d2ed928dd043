// A struct without Copy is used twice.
struct State {
    seed: u64,
}
fn step(s: State) -> u64 {
    s.seed * 3
}
fn two(s: State) -> u64 {
    let a = step(s);
    a + step(s) //~ E0382 use of moved value: `s`
}
