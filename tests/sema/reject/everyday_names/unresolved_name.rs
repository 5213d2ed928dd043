// A name of CUDA.
fn thread_number() -> u32 {
    threadIdx.x //~ E0425 cannot find value `threadIdx` in this scope
}
