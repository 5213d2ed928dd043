// Temporaries end with their statement.
struct Big([u32; 4]);

fn make() -> Big {
    Big([1; 4])
}

fn look(b: &Big) -> &[u32; 4] {
    &b.0
}

pub fn f() -> u32 {
    let a = look(&make()); //~ E0716 temporary value dropped while borrowed
    a[0]
}
