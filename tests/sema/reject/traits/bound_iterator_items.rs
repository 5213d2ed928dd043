// Iterators of another item type.
fn sum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |a, b| a + b)
}

fn by_call<F: Fn() -> bool>(f: F) -> bool {
    f()
}

fn three() -> u32 {
    3
}

pub fn f(x: &[u32]) -> u64 {
    by_call(three); //~ E0271 expected `three` to return `bool`, but it returns `u32`
    sum(0..3u32) + sum(x.iter()) //~ E0271 expected `Iter<'_, u32>` to be an iterator that yields `u64`, but it yields `&u32` //~ E0271 expected `Range<u32>` to be an iterator that yields `u64`, but it yields `u32`
}
