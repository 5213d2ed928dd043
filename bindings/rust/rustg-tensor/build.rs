//! Compiles the kernels into the crate.

fn main() {
    let kernels = rustg_build::Kernels::new("kernels");
    // Without a list: the oldest, whose PTX runs on all, and a newer one.
    match std::env::var("RUSTG_CUDA_ARCHITECTURES") {
        Ok(_) => kernels.build(),
        Err(_) => kernels.architectures(["sm_75", "sm_90"]).build(),
    }
}
