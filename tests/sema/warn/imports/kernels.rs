// What kernels take of rustg_std's prelude counts.
pub mod by_attribute {
    use rustg_std::prelude::*;
    #[kernel]
    pub fn nothing() {}
}
pub mod by_types {
    use rustg_std::prelude::*;
    pub fn index(i: Tid) -> usize {
        i.get()
    }
}
pub mod by_functions {
    use rustg_std::prelude::*;
    pub fn index() -> usize {
        thread::index().get()
    }
}
pub mod not_at_all {
    use rustg_std::prelude::*; //~ unused_imports unused import: `rustg_std::prelude::*`
    pub fn none() -> Option<u32> {
        None
    }
}
pub mod by_name {
    use rustg_std::prelude::{GridMut, Shared, kernel, thread}; //~ unused_imports unused import: `Shared`
    #[kernel]
    pub fn writes(mut y: GridMut<u32>) {
        y[thread::index()] = 1;
    }
}
