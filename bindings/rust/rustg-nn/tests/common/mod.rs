//! What the tests share.
#![allow(dead_code)]

use rustg_tensor::Device;
use std::io::Write;
use std::process::{Command, Stdio};

/// The CPU, or with `RUSTG_TEST_DEVICE=cuda` the first GPU.
pub fn device() -> Device {
    match std::env::var("RUSTG_TEST_DEVICE").as_deref() {
        Ok("cuda") => Device::cuda(0).unwrap(),
        _ => Device::cpu().unwrap(),
    }
}

/// What a program prints where Python has torch; `None` where there is none.
pub fn torch(program: &str) -> Option<String> {
    let has_torch = |python: &&str| {
        let status = Command::new(python).args(["-c", "import torch"]).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let Some(python) = ["python3", "/usr/bin/python3"].into_iter().find(has_torch) else {
        eprintln!("skipped: no torch here");
        return None;
    };
    let piped = Stdio::piped;
    let mut child = Command::new(python).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8(out.stdout).unwrap())
}
