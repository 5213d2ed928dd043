// Only a static is an allocator.
#[global_allocator]
fn item() {} //~ - allocators must be statics

pub fn around() {
    #[global_allocator]
    fn inner() {} //~ - allocators must be statics
    inner();
    item();
}
