// What is matched has any type where it never gets a value, and is not read as a whole.
struct Big;

enum Empty {}

pub fn f(e: bool) -> u32 {
    let b = (Big, Big);
    match b {
        (_first, _) => {}
    }
    let (_, _second) = b;
    let (_, _) = b;
    let never: Empty;
    if e {
        match return 1 {
            2 => {}
            _ => {}
        }
        match never {}
    }
    let (_first, _) = b; //~ E0382 use of moved value: `b.0`
    0
}
