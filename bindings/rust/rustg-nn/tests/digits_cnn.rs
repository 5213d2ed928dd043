//! The example learns.

#[path = "../examples/digits_cnn.rs"]
#[allow(missing_docs)]
mod common;

use rustg_nn::Log;
use rustg_tensor::Device;

#[test]
fn digits_are_read() {
    let device = match std::env::var("RUSTG_TEST_DEVICE").as_deref() {
        Ok("cuda") => Device::cuda(0).unwrap(),
        _ => Device::cpu().unwrap(),
    };
    let (losses, accuracy) = common::run(&device, 3, &mut Log::new()).unwrap();
    assert!(losses[2] < 0.2 && accuracy > 0.94, "{losses:?} {accuracy}");
    // whoever makes batches first, they are learnt from in their order
    let again = || common::run(&device, 1, &mut Log::new()).unwrap();
    assert_eq!(again(), again());
}
