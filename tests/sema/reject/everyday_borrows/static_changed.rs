// A static counter.
static COUNTER: u32 = 0;
fn count() -> u32 {
    COUNTER += 1; //~ E0594 cannot assign to immutable static item `COUNTER`
    COUNTER
}
