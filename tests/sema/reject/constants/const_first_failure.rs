// The first part that fails ends a constant, also behind a reference; what reads one that has failed is not told, and
// what only refers to it has a value.
use core::slice::from_raw_parts;

const fn ix(i: usize) -> usize {
    i
}
const fn bad() -> u32 {
    panic!("x")
}
const A: (&u32, u32) = (&{ assert!(1 > 2); 3 }, [1u32, 2][ix(8)]); //~ E0080 evaluation panicked: assertion failed: 1 > 2
const B: &[&[u32]] = &[&[bad()], &[bad()]]; //~ E0080 evaluation panicked: x

struct U(&'static u32, *const u32, u32);
const C: U = U(&3, { let x = 4; &raw const x }, [1u32][ix(3)]); //~ E0080 index out of bounds: the length is 1 but the index is 3

static D: u32 = [1u32, 2][ix(7)]; //~ E0080 index out of bounds: the length is 2 but the index is 7
const D_IS_3: () = assert!(D == 3);
const BY_D: usize = [1, 2, 3][D as usize + 5];
const E: u32 = [1u32, 2][ix(7)]; //~ E0080 index out of bounds: the length is 2 but the index is 7
const E_IS_3: () = assert!(E == 3);
const E_IS_4: () = assert!(E == 4);

struct P(u32, Option<&'static P>);
static F: P = P(1, Some(&G));
static G: P = P([1u32, 2][ix(7)], None); //~ E0080 index out of bounds: the length is 2 but the index is 7
const F_IS_3: () = assert!(F.0 == 3); //~ E0080 evaluation panicked: assertion failed: F.0 == 3

static Y: u32 = 1;
const FAR: &[u8] = unsafe { from_raw_parts((&raw const Y as *const u8).wrapping_add(9), 0) };
const FAR_ALIGNED: &[u8] = unsafe { from_raw_parts((&raw const Y as *const u8).wrapping_add(8), 0) }; //~ E0080 constructing invalid value: encountered a maybe-null reference
