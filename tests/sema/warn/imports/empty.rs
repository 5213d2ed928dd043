// Imports of nothing, and a crate that is only linked.
#![allow(dead_code)]
use {}; //~ unused_imports unused import: `{}`
use {{}}; //~ unused_imports unused import: `{}`
use ::{}; //~ unused_imports unused import: `::{}`
mod linked {
    use core as _;
    #[allow(unused_imports)]
    use {};
}
#[cfg(none)]
mod left_out {
    use {};
}
