// A module's item without its path.
mod reduce {
    pub fn sum(x: &[f32]) -> f32 {
        x[0]
    }
}
fn all(x: &[f32]) -> f32 {
    sum(x) //~ E0425 cannot find function `sum` in this scope
}
