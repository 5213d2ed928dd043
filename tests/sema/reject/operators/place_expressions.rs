// Assigning to and borrowing what is no place.
struct Pair(u32, u32);

pub fn f(mut a: u32, p: *const u32) -> u32 {
    3 = a; //~ E0070 invalid left-hand side of assignment
    a + 1 += 2; //~ E0067 invalid left-hand side of assignment
    f(1, p) = 3; //~ E0070 invalid left-hand side of assignment
    let q = &raw const (a + 1); //~ E0745 cannot take address of a temporary
    a
}
