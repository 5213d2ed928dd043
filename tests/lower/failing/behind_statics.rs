// What references of constants to statics lead to, which those of statics do not look at.
static X: u8 = 1;
static P: &u8 = &X;
static B: u8 = 7;
static SELF: Node = Node(&SELF, 3);
pub struct Node(&'static Node, u8);
#[repr(u64)] pub enum E { A = 0, B = 1 }
pub const A0: &E = unsafe { &*(&raw const P as *const E) };
pub const A1: &Option<bool> = unsafe { &*(&raw const P as *const Option<bool>) };
pub const A2: &bool = unsafe { &*(&raw const B as *const bool) };
pub const A3: (u8, &bool) = unsafe { (1, &*(&raw const B as *const bool)) };
pub static A4: &bool = unsafe { &*(&raw const B as *const bool) };
pub const A5: &Node = &SELF;
pub const A6: &&u8 = &P;
pub static A7: (u8, &E) = unsafe { (1, &*(&raw const P as *const E)) };
pub struct Link(&'static [Link; 8], u8);
static RING: [Link; 8] = [Link(&RING, 3), Link(&RING, 3), Link(&RING, 3), Link(&RING, 3), Link(&RING, 3), Link(&RING, 3), Link(&RING, 3), Link(&RING, 3)];
pub struct List(&'static [List], u8);
static LIST: [List; 4] = [List(&LIST, 3), List(&LIST, 3), List(&LIST, 3), List(&LIST, 3)];
pub const C0: &Link = &RING[0];
pub const C1: &[List] = &LIST;
