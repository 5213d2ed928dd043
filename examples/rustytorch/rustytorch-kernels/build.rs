//! Compiles the kernels of this crate into it.

fn main() {
    rustg_build::Kernels::new("kernels").build();
}
