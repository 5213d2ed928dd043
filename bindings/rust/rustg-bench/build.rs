//! The kernels, compiled into the programs.

fn main() {
    rustg_build::Kernels::new("kernels")
        .with_type("Point", "crate::kinds::Point")
        .with_type("Weight", "crate::gradients::Weight")
        .build();
}
