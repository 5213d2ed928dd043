pub struct List {
    value: u32,
    next: Option<List>,
}
