pub struct P {
    x: f32,
}
pub fn pick(p: &P, q: &P, first: bool) -> &f32 {
    if first { &p.x } else { &q.x }
}
