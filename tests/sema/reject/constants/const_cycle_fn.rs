// A fn that asks for a constant while it is checked, which is computed by calling it.
const LENGTH: usize = counted(); //~ E0391 cycle detected when simplifying constant for the type system `LENGTH`
const fn counted() -> usize {
    let a = [0u8; LENGTH];
    a.len()
}
