//! Printing and types beside NumPy's own, where there is one.

mod common;

use common::{device, of};
use rustg_tensor::{DType, Tensor};
use std::process::Command;

/// What Python's NumPy prints; `None` where there is none.
fn numpy(program: &str) -> Option<String> {
    ["python3", "/usr/bin/python3"].iter().find_map(|python| {
        let out = Command::new(python).args(["-c", &format!("import numpy as np\n{program}")]).output().ok()?;
        out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
    })
}

/// Tensors, and how NumPy says the same.
fn cases() -> Vec<(Tensor, String)> {
    let list = |x: &[f64]| {
        x.iter()
            .map(|x| format!("{x:?}").replace("NaN", "np.nan"))
            .collect::<Vec<_>>()
            .join(",")
            .replace("inf", "np.inf")
    };
    let mut cases = Vec::new();
    let float_cases: [&[f64]; 14] = [
        &[1.0, 2.0, 3.0],
        &[0.1, 0.25, -3.5],
        &[1e-5, 1.0],
        &[1e10, 1.5],
        &[1.0 / 3.0, 2.0 / 3.0],
        &[f64::NAN, f64::INFINITY, -1.25],
        &[0.0, -0.0],
        &[1e-300, 1e300],
        &[123456.789, 0.001],
        &[99999999.0, 1.0],
        &[100000000.0, 1.0],
        &[0.0001, 0.1],
        &[3.0],
        &[f64::NAN, f64::NEG_INFINITY],
    ];
    for values in float_cases {
        let tensor = of(values, &[values.len()]);
        cases.push((tensor.clone(), format!("np.array([{}])", list(values))));
        cases.push((tensor.to_dtype(DType::F32).unwrap(), format!("np.array([{}]).astype(np.float32)", list(values))));
    }
    for value in [0.0, 1.5, -2.0, 1e20, 1e-7, 1.0 / 3.0] {
        cases.push((of(&[value], &[]), format!("np.array({value:?})")));
    }
    let half = of(&[0.1f64, 1.0 / 3.0, 2.5], &[3]).to_dtype(DType::F16).unwrap();
    cases.push((half, "np.array([0.1,1/3,2.5]).astype(np.float16)".into()));
    let n = |n: usize| Tensor::arange(&device(), n).unwrap();
    for (shape, text) in [
        (vec![3, 4], "3,4"),
        (vec![2, 3, 4], "2,3,4"),
        (vec![2, 1, 2, 3], "2,1,2,3"),
        (vec![60], "60"),
        (vec![1100], "1100"),
        (vec![40, 40], "40,40"),
        (vec![3, 20, 30], "3,20,30"),
    ] {
        let t = n(shape.iter().product()).reshape(&shape).unwrap();
        cases.push((t.clone(), format!("np.arange({}).reshape({text})", t.len())));
        let float = t.to_dtype(DType::F64).unwrap().div_number(7.0).unwrap();
        cases.push((float, format!("np.arange({}).reshape({text})/7", t.len())));
    }
    cases.push((n(5).gt_number(2).unwrap(), "np.arange(5)>2".into()));
    cases.push((n(5).sub_number(3).unwrap(), "np.arange(5)-3".into()));
    cases.push((Tensor::zeros(&device(), DType::F32, &[0, 3]).unwrap(), "np.zeros((0,3))".into()));
    cases
}

#[test]
fn printing_is_numpys() {
    let cases = cases();
    let program: String = cases.iter().map(|(_, text)| format!("print({text})\nprint('====')\n")).collect();
    let Some(printed) = numpy(&program) else {
        eprintln!("skipped: no NumPy here");
        return;
    };
    let wanted: Vec<&str> = printed.split("\n====\n").collect();
    for ((tensor, text), wanted) in cases.iter().zip(wanted) {
        assert_eq!(tensor.to_string(), wanted, "{text}");
    }
}

#[test]
fn printing_without_numpy() {
    assert_eq!(of(&[1.0f32, 2.5], &[2]).to_string(), "[1.  2.5]");
    assert_eq!(of(&[1i32, -20, 3, 4], &[2, 2]).to_string(), "[[  1 -20]\n [  3   4]]");
    assert_eq!(format!("{:?}", of(&[1u8], &[1])), format!("Tensor [1] of u8 on {}", device()));
}

#[test]
fn types_are_promoted_as_numpys() {
    let names = [
        (DType::Bool, "bool"),
        (DType::U8, "uint8"),
        (DType::I8, "int8"),
        (DType::I32, "int32"),
        (DType::I64, "int64"),
        (DType::F16, "float16"),
        (DType::F32, "float32"),
        (DType::F64, "float64"),
    ];
    let mut program = String::new();
    let mut own = Vec::new();
    for (a, a_name) in names {
        for (b, b_name) in names {
            program += &format!("print(np.promote_types('{a_name}','{b_name}'))\n");
            own.push((a, b));
        }
        program += &format!("print(np.exp(np.ones(1,'{a_name}')).dtype)\n");
        own.push((a, a));
    }
    let Some(printed) = numpy(&program) else {
        eprintln!("skipped: no NumPy here");
        return;
    };
    for (n, ((a, b), wanted)) in own.iter().zip(printed.lines()).enumerate() {
        let found = if n % (names.len() + 1) == names.len() { a.to_float() } else { a.promote(*b) };
        let name = names.iter().find(|(dtype, _)| *dtype == found).map(|(_, name)| *name);
        // there is no int16
        let wanted = if wanted == "int16" { "int32" } else { wanted };
        assert_eq!(name, Some(wanted), "{a} {b}");
        assert_eq!(a.promote(*b), b.promote(*a));
    }
}
