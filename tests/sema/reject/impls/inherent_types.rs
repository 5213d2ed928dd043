// Types of inherent impls are not stable.
struct S;

impl S {
    type Unit = u32; //~ E0658 inherent associated types are unstable
}
