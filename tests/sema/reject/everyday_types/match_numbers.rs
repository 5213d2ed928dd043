// A match over a number without a last arm.
fn pick(n: u32) -> f32 {
    match n { //~ E0004 non-exhaustive patterns: `2_u32..=u32::MAX` not covered
        0 => 1.0,
        1 => 2.0,
    }
}
