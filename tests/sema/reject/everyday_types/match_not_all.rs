// A match over an enum of modes leaves one out.
#[derive(Clone, Copy)]
enum Mode {
    Add,
    Max,
    Min,
}
fn combine(mode: Mode, a: f32, b: f32) -> f32 {
    match mode { //~ E0004 non-exhaustive patterns: `Mode::Min` not covered
        Mode::Add => a + b,
        Mode::Max => a.max(b),
    }
}
