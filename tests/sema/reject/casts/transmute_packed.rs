// The fields of a packed struct stand close to each other.
#[repr(packed)]
pub struct Packed<T, U>(pub T, pub U);
pub struct Apart<T, U>(pub T, pub U);

pub fn of_packed(x: Packed<[u8; 5], i32>) -> Apart<[u8; 5], i32> {
    unsafe { core::mem::transmute(x) } //~ E0512 cannot transmute between types of different sizes
}

pub fn packed_right(x: Packed<[u8; 4], i32>) -> Apart<[u8; 4], i32> {
    unsafe { core::mem::transmute(x) }
}
