// Which borrows of constants last forever.
const TABLE: [u32; 4] = [1, 2, 3, 4];

pub static mut COUNTS: &'static mut [u32] = &mut [1, 2];

pub fn kept() -> [&'static u32; 3] {
    [&TABLE[3], &(7, 8).1, &(10 / 2)]
}

pub fn dropped(i: usize) -> [&'static u32; 3] {
    let a: &'static u32 = &TABLE[i];
    [a, &TABLE[i], &(10 / TABLE[0])] //~ E0515 cannot return value referencing temporary value
}
