// A place that is accessed by a part of it is aligned as a whole.
#[repr(align(16))]
struct Wide(f32);
#[repr(align(16))]
struct Bytes([u8; 16]);
#[repr(u32)]
enum Either {
    A(u8) = 0,
    B(u64) = 1,
}

const FIELD: f32 = unsafe {
    let x = [0f32; 8];
    let p = x.as_ptr().cast::<Wide>();
    (*p).0 //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
};

const BEHIND_A_REFERENCE: f32 = unsafe {
    let x = [0f32; 8];
    let p = &*x.as_ptr().cast::<Wide>();
    p.0 //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
};

const ELEMENT: u8 = unsafe {
    let x = [0u32; 8];
    let p = x.as_ptr().cast::<Bytes>();
    (*p).0[3] //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
};

const WRITTEN: f32 = unsafe {
    let mut x = [0f32; 8];
    let p = x.as_mut_ptr().cast::<Wide>();
    (*p).0 = 1.0; //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
    x[0]
};

const ADDED: f32 = unsafe {
    let mut x = [0f32; 8];
    let p = x.as_mut_ptr().cast::<Wide>();
    (*p).0 += 1.0; //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
    x[0]
};

const TAG: u64 = unsafe {
    let x = [0u32; 8];
    let p = x.as_ptr().cast::<Either>();
    match *p { //~ E0080 accessing memory based on pointer with alignment 4, but alignment 8 is required
        Either::A(x) => x as u64,
        Either::B(x) => x,
    }
};

const BOUND: f32 = unsafe {
    let x = [0f32; 8];
    let p = x.as_ptr().cast::<Wide>();
    let Wide(
        y, //~ E0080 accessing memory based on pointer with alignment 4, but alignment 16 is required
    ) = *p;
    y
};

const OF_A_SLICE: u32 = unsafe {
    let x = [0u32; 8];
    let p = core::ptr::slice_from_raw_parts(x.as_ptr().cast::<(u64, u32)>(), 2);
    (*p)[1].1 //~ E0080 accessing memory based on pointer with alignment 4, but alignment 8 is required
};

const OUTSIDE: f32 = unsafe {
    let x = [0f32; 2];
    let p = x.as_ptr().cast::<Wide>();
    (*p.wrapping_add(1)).0 //~ E0080 memory access failed: attempting to access 4 bytes, but got alloc2+0x10 which is at or beyond the end of the allocation of size 8 bytes
};

// The address alone is not an access, and what it leads to is a place of its own.
const ADDRESS: f32 = unsafe {
    let x = [0f32; 8];
    let p = x.as_ptr().cast::<Wide>();
    let Wide(y) = &*p;
    *(&raw const (*p).0) + *y
};
const _: () = assert!(ADDRESS == 0.0);
