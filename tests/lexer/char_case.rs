// Prints Unicode's version, and what Rust says of the case of each character of which it says something: its code
// point, whether it is lower and upper case, its lower case and its upper case.
fn show(characters: impl Iterator<Item = char>) -> String {
    characters.map(|c| format!("{:X}", c as u32)).collect::<Vec<_>>().join(",")
}

fn main() {
    let (major, minor, update) = char::UNICODE_VERSION;
    println!("{major}.{minor}.{update}");
    for c in '\0'..=char::MAX {
        let (lower, upper) = (show(c.to_lowercase()), show(c.to_uppercase()));
        let own = show(std::iter::once(c));
        if c.is_lowercase() || c.is_uppercase() || lower != own || upper != own {
            println!("{own} {} {} {lower} {upper}", c.is_lowercase() as u8, c.is_uppercase() as u8);
        }
    }
}
