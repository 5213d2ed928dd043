//! The example learns.

#[path = "../examples/digits_cnn.rs"]
#[allow(missing_docs)]
mod example;

mod common;

use rustg_nn::Log;

#[test]
fn digits_are_read() {
    let device = common::device();
    let (losses, accuracy) = example::run(&device, 3, &mut Log::new()).unwrap();
    assert!(losses[2] < 0.2 && accuracy > 0.94, "{losses:?} {accuracy}");
    // whoever makes batches first, they are learnt from in their order
    let again = || example::run(&device, 1, &mut Log::new()).unwrap();
    assert_eq!(again(), again());
}
