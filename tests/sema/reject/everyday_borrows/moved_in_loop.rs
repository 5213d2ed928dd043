// It is moved in a loop.
struct Tile {
    v: [f32; 4],
}
fn take(t: Tile) -> f32 {
    t.v[0]
}
fn many(t: Tile, n: u32) -> f32 {
    let mut s = 0.0;
    for _ in 0..n {
        s += take(t); //~ E0382 use of moved value: `t`
    }
    s
}
