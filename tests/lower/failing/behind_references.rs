// What references of constants lead to, where a pointer lies in it as a number.
static X: u8 = 1;
#[repr(u64)] pub enum E { A = 0, B = 1 }
const PP: &&u8 = &&X;
pub const A0: &E = unsafe { &*(PP as *const &u8 as *const E) };
pub const A1: &Option<bool> = unsafe { &*(PP as *const &u8 as *const Option<bool>) };
pub const A2: (&E, u8) = unsafe { (&*(PP as *const &u8 as *const E), 1) };
pub const A3: &bool = unsafe { &*(PP as *const &u8 as *const bool) };
pub const A4: &[bool] = unsafe { core::slice::from_raw_parts(PP as *const &u8 as *const bool, 3) };
