//! Compiles the kernels of this crate into it: its own, and those that the tensors of the digits' training were seen to need.

fn main() {
    rustg_build::Kernels::new("kernels").build();
    rustg_build::Kernels::new("recorded").named("Recorded").build();
}
