//! The example learns.

#[path = "../examples/char_gpt.rs"]
#[allow(missing_docs)]
mod example;

mod common;

#[test]
fn a_language_model_learns() {
    let device = common::device();
    let (losses, text) = example::run(&device, 40, 32).unwrap();
    assert!(losses[0] > 3.5 && losses[39] < 2.6, "{losses:?}");
    assert_eq!(text.chars().count(), 32);
    // the same program makes the same numbers
    let again = || example::run(&device, 3, 32).unwrap().0;
    assert_eq!(again(), again());
}
