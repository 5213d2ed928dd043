//! The example learns.

#[path = "../examples/char_gpt.rs"]
#[allow(missing_docs)]
mod common;

use rustg_tensor::Device;

#[test]
fn a_language_model_learns() {
    let device = match std::env::var("RUSTG_TEST_DEVICE").as_deref() {
        Ok("cuda") => Device::cuda(0).unwrap(),
        _ => Device::cpu().unwrap(),
    };
    let (losses, text) = common::run(&device, 40, 32).unwrap();
    assert!(losses[0] > 3.5 && losses[39] < 2.6, "{losses:?}");
    assert_eq!(text.chars().count(), 32);
    // the same program makes the same numbers
    let again = || common::run(&device, 3, 32).unwrap().0;
    assert_eq!(again(), again());
}
