//! Printing and types beside NumPy's own, where there is one.

mod common;

use common::{device, of};
use rustg_tensor::{Complex, DType, Tensor};
use std::process::Command;

/// What Python's NumPy prints; `None` where there is none.
fn numpy(program: &str) -> Option<String> {
    let run = |python: &str, text: &str| Command::new(python).args(["-c", text]).output().ok();
    let has_numpy = |python: &&str| run(python, "import numpy").is_some_and(|out| out.status.success());
    let python = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy)?;
    let out = run(python, &format!("import numpy as np\n{program}")).unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8(out.stdout).unwrap())
}

/// Types that NumPy has, and its names of them.
const TYPES: [(DType, &str); 10] = [
    (DType::Bool, "bool"),
    (DType::U8, "uint8"),
    (DType::I8, "int8"),
    (DType::I32, "int32"),
    (DType::I64, "int64"),
    (DType::F16, "float16"),
    (DType::F32, "float32"),
    (DType::F64, "float64"),
    (DType::C64, "complex64"),
    (DType::C128, "complex128"),
];

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
    let complex = |parts: &[(f64, f64)], shape: &[usize]| {
        let all: Vec<Complex<f64>> = parts.iter().map(|(re, im)| Complex::new(*re, *im)).collect();
        let text: Vec<String> = parts.iter().map(|(re, im)| format!("complex({re:?},{im:?})")).collect();
        let text = format!("np.array([{}]).reshape({shape:?})", text.join(","))
            .replace("inf", "np.inf")
            .replace("NaN", "np.nan");
        (of(&all, shape), text)
    };
    for (parts, shape) in [
        (&[(1.0, 2.0), (3.5, -10.0)][..], &[2][..]),
        (&[(0.1, -0.0), (-1.0 / 3.0, 1e-3), (100.25, 7.0), (0.0, 1.0)], &[2, 2]),
        (&[(1e10, 1.0), (1.0, 2e-7)], &[2]),
        (&[(f64::NAN, f64::INFINITY), (1.0, f64::NEG_INFINITY), (0.5, f64::NAN)], &[3]),
        (&[(1.0, 2.0)], &[]),
        (&[(0.0, -2.5)], &[]),
        (&[(-1.5, -1e-7)], &[]),
    ] {
        let (tensor, text) = complex(parts, shape);
        cases.push((tensor.to_dtype(DType::C64).unwrap(), format!("({text}).astype(np.complex64)")));
        cases.push((tensor, text));
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
    let mut program = String::new();
    let mut own = Vec::new();
    for (a, a_name) in TYPES {
        for (b, b_name) in TYPES {
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
        let found = if n % (TYPES.len() + 1) == TYPES.len() { a.to_float() } else { a.promote(*b) };
        let name = TYPES.iter().find(|(dtype, _)| *dtype == found).map(|(_, name)| *name);
        // there is no int16
        let wanted = if wanted == "int16" { "int32" } else { wanted };
        assert_eq!(name, Some(wanted), "{a} {b}");
        assert_eq!(a.promote(*b), b.promote(*a));
    }
}

/// Bits of an `f64`, all NaNs alike.
fn bits(x: f64) -> u64 {
    if x.is_nan() { u64::MAX } else { x.to_bits() }
}

/// Numbers at which operations are special.
fn special(dtype: DType) -> Vec<f64> {
    match dtype {
        DType::U8 => vec![0.0, 1.0, 3.0, 127.0, 128.0, 255.0],
        DType::I8 => vec![0.0, 1.0, -1.0, 3.0, -3.0, 127.0, -128.0],
        DType::I32 => vec![0.0, 1.0, -1.0, 7.0, -7.0, 2147483647.0, -2147483648.0],
        DType::Bool => vec![0.0, 1.0],
        _ => vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.5,
            -2.5,
            0.1,
            -0.3,
            7.0,
            -7.0,
            1e-5,
            60000.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ],
    }
}

type Two = fn(&Tensor, &Tensor) -> rustg_tensor::Result<Tensor>;
type One = fn(&Tensor) -> rustg_tensor::Result<Tensor>;

#[test]
fn special_numbers_are_numpys() {
    let types = || TYPES.into_iter().filter(|(dtype, _)| *dtype != DType::I64 && !dtype.is_complex());
    let twos: [(&str, Two); 15] = [
        ("add", Tensor::add),
        ("subtract", Tensor::sub),
        ("multiply", Tensor::mul),
        ("true_divide", Tensor::div),
        ("remainder", Tensor::remainder),
        ("floor_divide", Tensor::floor_divide),
        ("fmax_nan", Tensor::maximum),
        ("fmin_nan", Tensor::minimum),
        ("equal", Tensor::eq),
        ("not_equal", Tensor::ne),
        ("less", Tensor::lt),
        ("less_equal", Tensor::le),
        ("greater", Tensor::gt),
        ("greater_equal", Tensor::ge),
        ("type_of_arctan2", Tensor::atan2),
    ];
    let ones: [(&str, One); 9] = [
        ("negative", Tensor::neg),
        ("absolute", Tensor::abs),
        ("sign", Tensor::sign),
        ("square", Tensor::square),
        ("floor_any", Tensor::floor),
        ("ceil_any", Tensor::ceil),
        ("rint_any", Tensor::round),
        ("trunc_any", Tensor::trunc),
        ("sqrt", Tensor::sqrt),
    ];
    let mut program = String::from(
        "np.seterr(all='ignore')
nan, inf = np.nan, np.inf
def zeroless(f):
    # which zero is the larger one is nobody's rule
    return lambda a, b: f(a, b) + 0 if a.dtype != bool else f(a, b)
def whole(f):
    return lambda a: f(a) if a.dtype.kind == 'f' else a
fmax_nan, fmin_nan = zeroless(np.maximum), zeroless(np.minimum)
floor_any, ceil_any, rint_any, trunc_any = (whole(f) for f in (np.floor, np.ceil, np.rint, np.trunc))
type_of_arctan2 = lambda a, b: np.arctan2(a, b) * 0
def show(f, *x):
    y = f(*x)
    v = y.astype(np.float64)
    print(y.dtype, *(int(b) if not np.isnan(n) else 2**64 - 1 for b, n in zip(v.view(np.uint64).reshape(-1), v.reshape(-1))))
",
    );
    let mut wanted: Vec<(String, Tensor)> = Vec::new();
    let of_numpy = |name: &str| {
        if name.contains('_') && !name.ends_with("divide") && !name.ends_with("equal") {
            name.to_string()
        } else {
            format!("np.{name}")
        }
    };
    for (dtype, name) in types() {
        let values = special(dtype);
        let n = values.len();
        let text: Vec<String> = values.iter().map(|x| format!("{x:?}").replace("NaN", "nan")).collect();
        program += &format!("x = np.array([{}]).astype('{name}')\n", text.join(","));
        let x = of(&values, &[n]).to_dtype(dtype).unwrap();
        let (a, b) = (x.reshape(&[n, 1]).unwrap(), x.reshape(&[1, n]).unwrap());
        for (op, two) in twos {
            let is_refused = dtype == DType::Bool && matches!(op, "subtract" | "remainder" | "floor_divide");
            if is_refused {
                assert!(two(&a, &b).is_err(), "{op}");
                continue;
            }
            let mut y = two(&a, &b).unwrap();
            if op.ends_with("_nan") && y.dtype().is_float() {
                y = y.add_number(0.0).unwrap();
            }
            if op.starts_with("type") {
                y = y.mul_number(0.0).unwrap();
            }
            program += &format!("show({}, x[:, None], x[None, :])\n", of_numpy(op));
            wanted.push((format!("{op} {name}"), y));
        }
        for (op, one) in ones {
            if dtype == DType::Bool && matches!(op, "negative" | "absolute" | "sign" | "square") {
                assert!(one(&x).is_err(), "{op}");
                continue;
            }
            program += &format!("show({}, x)\n", of_numpy(op));
            wanted.push((format!("{op} {name}"), one(&x).unwrap()));
        }
        for (to, to_name) in types() {
            // NumPy has no rule for numbers that an integer type does not hold
            let fits = |v: &&f64| {
                !matches!(to, DType::U8 | DType::I8 | DType::I32) || dtype == DType::Bool || special(to).contains(v)
            };
            let kept: Vec<f64> = values.iter().filter(fits).copied().collect();
            let text: Vec<String> = kept.iter().map(|x| format!("{x:?}").replace("NaN", "nan")).collect();
            program +=
                &format!("show(lambda a: a.astype('{to_name}'), np.array([{}]).astype('{name}'))\n", text.join(","));
            let own = of(&kept, &[kept.len()]).to_dtype(dtype).unwrap();
            wanted.push((format!("{name} to {to_name}"), own.to_dtype(to).unwrap()));
        }
    }
    let Some(printed) = numpy(&program) else {
        eprintln!("skipped: no NumPy here");
        return;
    };
    assert_eq!(printed.lines().count(), wanted.len());
    let mut wrong = Vec::new();
    for (line, (what, tensor)) in printed.lines().zip(&wanted) {
        let mut words = line.split(' ');
        let dtype = words.next().unwrap();
        let own = TYPES.iter().find(|(own, _)| *own == tensor.dtype()).unwrap().1;
        let found: Vec<u64> = tensor.numbers().unwrap().into_iter().map(bits).collect();
        let theirs: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        if own != dtype {
            wrong.push(format!("{what}: of {own}, not {dtype}"));
        }
        if found != theirs {
            let at = found.iter().zip(&theirs).position(|(a, b)| a != b).unwrap();
            let [a, b] = [found[at], theirs[at]].map(f64::from_bits);
            wrong.push(format!("{what}: {a:?} is not {b:?} at {at}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
