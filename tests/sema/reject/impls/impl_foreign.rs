// Impls for what another crate defines.
trait Local {}

struct Mine;

impl<T> Clone for T {} //~ E0210 type parameter `T` must be used as the type parameter for some local type (e.g., `MyStruct<T>`)

impl Option<u32> { //~ E0116 cannot define inherent `impl` for a type outside of the crate where the type is defined
    fn extra(&self) {}
}

impl &Mine { //~ E0390 cannot define inherent `impl` for primitive types
    fn extra(&self) {}
}

impl<T> T { //~ E0118 no nominal type found for inherent implementation
    fn extra(&self) {}
}

impl<T> Default for (T, u32) {} //~ E0117 only traits defined in the current crate can be implemented for arbitrary types
