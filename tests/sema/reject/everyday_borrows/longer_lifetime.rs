// Which of the two it borrows is not told.
fn longer(a: &[f32], b: &[f32]) -> &[f32] { //~ E0106 missing lifetime specifier
    if a.len() > b.len() { a } else { b }
}
