unsafe fn careful() {}

pub fn pointer() {
    let _f: fn() = careful; //~ E0308 mismatched types
}
