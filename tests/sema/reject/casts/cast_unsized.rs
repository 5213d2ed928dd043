// Casts to types without a size.
pub fn f(x: &[u32; 2], y: &mut [u32; 2]) {
    let a = x as [u32]; //~ E0620 cast to unsized type: `&[u32; 2]` as `[u32]`
    let b = y as [u32]; //~ E0620 cast to unsized type: `&mut [u32; 2]` as `[u32]`
}
