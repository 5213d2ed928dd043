//! Elementwise operations as Rust text.

use crate::DType;
use std::fmt;

/// An operation on elements. Operands have one type, which is the result's where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Map {
    Copy,
    Neg,
    Abs,
    Sign,
    Recip,
    Square,
    Exp,
    Exp2,
    ExpM1,
    Ln,
    Log2,
    Log10,
    Ln1p,
    Sqrt,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Sigmoid,
    Erf,
    Relu,
    Floor,
    Ceil,
    Round,
    Trunc,
    Add,
    Sub,
    Mul,
    Div,
    FloorDiv,
    Rem,
    Pow,
    Atan2,
    Max,
    Min,
    /// Of `bool`.
    Not,
    And,
    Or,
    Xor,
    /// To `bool`.
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    IsNan,
    /// Of `bool` and two of the result's type.
    Where,
    /// To the result's type.
    Cast,
    /// The element's number, as `i64`.
    Index,
    /// Of a seed and a call's number, `i64`: from 0 up to, not including, 1.
    Uniform,
    /// Likewise, of the normal distribution.
    Normal,
    /// Of complex numbers to complex ones.
    Conj,
    /// Of complex numbers to their parts' type.
    Real,
    Imag,
    Norm,
    Angle,
    /// Of two parts.
    Join,
}

impl Map {
    /// Whether a result of a half type is one already, without being rounded.
    fn is_exact(self) -> bool {
        use Map::*;
        matches!(self, Copy | Neg | Abs | Sign | Relu | Max | Min | Where | Cast | Floor | Ceil | Round | Trunc)
    }

    /// Whether it is done of complex numbers too.
    pub(crate) fn takes_complex(self) -> bool {
        use Map::*;
        matches!(
            self,
            Copy | Neg | Recip | Square | Exp | Ln | Sqrt | Add | Sub | Mul | Div | Eq | Ne | IsNan | Where | Cast
        ) || matches!(self, Conj | Real | Imag | Norm | Angle)
    }

    /// The function of the text's own that it calls, for a result of a type.
    pub(crate) fn helper(self, dtype: DType) -> Option<&'static str> {
        match (self, dtype.register()) {
            (Map::Div | Map::Recip, DType::C64) => Some(DIVIDED_F32),
            (Map::Div | Map::Recip, DType::C128) => Some(DIVIDED_F64),
            (Map::Sqrt, DType::C64) => Some(ROOT_F32),
            (Map::Sqrt, DType::C128) => Some(ROOT_F64),
            (Map::Uniform | Map::Normal, _) => Some(PHILOX),
            (Map::Erf, DType::F64) => Some(ERF_F64),
            (Map::Erf, _) => Some(ERF_F32),
            _ => None,
        }
    }

    /// Its text, for operands that are names. `from` is the operands' type, `to` the result's, `index` the name of the element's
    /// number.
    pub(crate) fn text(self, x: &[String], from: DType, to: DType, index: &str) -> String {
        let text = self.unrounded(x, from, to, index);
        if to.is_half() && !self.is_exact() { format!("{to}::from_f32({text}).to_f32()") } else { text }
    }

    fn unrounded(self, x: &[String], from: DType, to: DType, index: &str) -> String {
        let a = x.first().map_or("", String::as_str);
        let b = x.get(1).map_or("", String::as_str);
        let method = |name: &str| format!("{a}.{name}()");
        let (float, register) = (from.is_rounded(), from.register());
        match self {
            Map::Recip if from.is_complex() => format!("divided(Complex::new(1.0, 0.0), {a})"),
            Map::Div if from.is_complex() => format!("divided({a}, {b})"),
            Map::Ln if from.is_complex() => format!("Complex::new({a}.norm().ln(), {a}.arg())"),
            Map::Sqrt if from.is_complex() => format!("root({a})"),
            Map::Eq if from.is_complex() => format!("{a}.re == {b}.re && {a}.im == {b}.im"),
            Map::Ne if from.is_complex() => format!("{a}.re != {b}.re || {a}.im != {b}.im"),
            Map::IsNan if from.is_complex() => format!("{a}.re != {a}.re || {a}.im != {a}.im"),
            Map::Conj => method("conj"),
            Map::Real => format!("{a}.re"),
            Map::Imag => format!("{a}.im"),
            Map::Norm => method("norm"),
            Map::Angle => method("arg"),
            Map::Join => format!("Complex::new({a}, {b})"),
            Map::Copy => a.into(),
            Map::Neg if float => format!("-{a}"),
            Map::Neg if from == DType::U8 => format!("0u8.wrapping_sub({a})"),
            Map::Neg => method("wrapping_neg"),
            Map::Abs if float => method("abs"),
            Map::Abs if matches!(from, DType::U8 | DType::Bool) => a.into(),
            Map::Abs => method("wrapping_abs"),
            Map::Sign if float => format!(
                "if {a} > 0.0 {{ 1.0 }} else if {a} < 0.0 {{ -1.0 }} else if {a} == {a} {{ 0.0 }} else {{ {a} }}"
            ),
            Map::Sign if from == DType::U8 => format!("if {a} > 0 {{ 1 }} else {{ 0 }}"),
            Map::Sign => format!("if {a} > 0 {{ 1 }} else if {a} < 0 {{ -1 }} else {{ 0 }}"),
            Map::Recip => format!("1.0 / {a}"),
            Map::Square if float => format!("{a} * {a}"),
            Map::Square => format!("{a}.wrapping_mul({a})"),
            Map::Exp => method("exp"),
            Map::Exp2 => method("exp2"),
            Map::ExpM1 => method("exp_m1"),
            Map::Ln => method("ln"),
            Map::Log2 => method("log2"),
            Map::Log10 => method("log10"),
            Map::Ln1p => method("ln_1p"),
            Map::Sqrt => method("sqrt"),
            Map::Sin => method("sin"),
            Map::Cos => method("cos"),
            Map::Tan => method("tan"),
            Map::Asin => method("asin"),
            Map::Acos => method("acos"),
            Map::Atan => method("atan"),
            Map::Sinh => method("sinh"),
            Map::Cosh => method("cosh"),
            Map::Tanh => method("tanh"),
            Map::Sigmoid => format!("1.0 / (1.0 + (-{a}).exp())"),
            Map::Erf => format!("erf({a})"),
            Map::Relu if float => format!("if {a} > 0.0 {{ {a} }} else if {a} == {a} {{ 0.0 }} else {{ {a} }}"),
            Map::Relu => format!("if {a} > 0 {{ {a} }} else {{ 0 }}"),
            Map::Floor => method("floor"),
            Map::Ceil => method("ceil"),
            Map::Round => method("round_ties_even"),
            Map::Trunc => method("trunc"),
            Map::Add | Map::Sub | Map::Mul | Map::Div => self.arithmetic(a, b, float),
            Map::FloorDiv if float => format!(
                "if {b} == 0.0 {{ {a} / {b} }} else {{ let m = {a} % {b}; let d = ({a} - m) / {b}; \
                 let d = if m != 0.0 && ({b} < 0.0) != (m < 0.0) {{ d - 1.0 }} else {{ d }}; let f = d.floor(); \
                 if d == 0.0 {{ 0{register}.copysign({a} / {b}) }} else if d - f > 0.5 {{ f + 1.0 }} else {{ f }} }}"
            ),
            Map::FloorDiv if from == DType::U8 => format!("if {b} == 0 {{ 0 }} else {{ {a} / {b} }}"),
            Map::FloorDiv => format!(
                "if {b} == 0 {{ 0 }} else if {a}.wrapping_rem({b}) != 0 && ({a} < 0) != ({b} < 0) \
                 {{ {a}.wrapping_div({b}) - 1 }} else {{ {a}.wrapping_div({b}) }}"
            ),
            // of NumPy's kind: a zero has the divisor's sign too
            Map::Rem if float => format!(
                "{{ let m = {a} % {b}; if m == 0.0 {{ 0{register}.copysign({b}) }} \
                 else if ({b} < 0.0) != (m < 0.0) {{ m + {b} }} else {{ m }} }}"
            ),
            Map::Rem if from == DType::U8 => format!("if {b} == 0 {{ 0 }} else {{ {a} % {b} }}"),
            Map::Rem => format!(
                "if {b} == 0 {{ 0 }} else if {a}.wrapping_rem({b}) != 0 && ({a} < 0) != ({b} < 0) \
                 {{ {a}.wrapping_rem({b}) + {b} }} else {{ {a}.wrapping_rem({b}) }}"
            ),
            Map::Pow if float => format!("{a}.powf({b})"),
            Map::Pow if from == DType::U8 => format!("{a}.wrapping_pow({b} as u32)"),
            Map::Pow if from == DType::I64 => format!(
                "if {b} < 0 {{ 0 }} else {{ {a}.wrapping_pow({b} as u32)\
                 .wrapping_mul({a}.wrapping_pow(65536).wrapping_pow(65536).wrapping_pow(({b} >> 32) as u32)) }}"
            ),
            Map::Pow => format!("if {b} < 0 {{ 0 }} else {{ {a}.wrapping_pow({b} as u32) }}"),
            Map::Atan2 => format!("{a}.atan2({b})"),
            Map::Max if from == DType::Bool => format!("{a} | {b}"),
            Map::Min if from == DType::Bool => format!("{a} & {b}"),
            Map::Max if float => format!("if {a} > {b} || {a} != {a} {{ {a} }} else {{ {b} }}"),
            Map::Min if float => format!("if {a} < {b} || {a} != {a} {{ {a} }} else {{ {b} }}"),
            Map::Max => format!("if {a} > {b} {{ {a} }} else {{ {b} }}"),
            Map::Min => format!("if {a} < {b} {{ {a} }} else {{ {b} }}"),
            Map::Not => format!("!{a}"),
            Map::And => format!("{a} & {b}"),
            Map::Or => format!("{a} | {b}"),
            Map::Xor => format!("{a} ^ {b}"),
            Map::Eq => format!("{a} == {b}"),
            Map::Ne => format!("{a} != {b}"),
            Map::Lt if from == DType::Bool => format!("!{a} & {b}"),
            Map::Le if from == DType::Bool => format!("!{a} | {b}"),
            Map::Gt if from == DType::Bool => format!("{a} & !{b}"),
            Map::Ge if from == DType::Bool => format!("{a} | !{b}"),
            Map::Lt => format!("{a} < {b}"),
            Map::Le => format!("{a} <= {b}"),
            Map::Gt => format!("{a} > {b}"),
            Map::Ge => format!("{a} >= {b}"),
            Map::IsNan => format!("{a} != {a}"),
            Map::Where => format!("if {a} {{ {b} }} else {{ {} }}", x.get(2).map_or("", String::as_str)),
            Map::Cast => cast(a, from, to),
            Map::Index => format!("{index} as i64"),
            Map::Uniform => uniform(&format!("philox({a}, {b}, {index} as u64)"), to),
            Map::Normal => normal(&format!("philox({a}, {b}, {index} as u64)"), to),
        }
    }

    fn arithmetic(self, a: &str, b: &str, float: bool) -> String {
        let (sign, method) = match self {
            Map::Add => ("+", "wrapping_add"),
            Map::Sub => ("-", "wrapping_sub"),
            Map::Mul => ("*", "wrapping_mul"),
            _ => ("/", "wrapping_div"),
        };
        if float { format!("{a} {sign} {b}") } else { format!("{a}.{method}({b})") }
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// From one register type to another.
fn cast(a: &str, from: DType, to: DType) -> String {
    match (from, to) {
        (from, to) if from == to => a.into(),
        (DType::C64 | DType::C128, DType::Bool) => format!("{a}.re != 0.0 || {a}.im != 0.0"),
        (DType::C64 | DType::C128, DType::C64 | DType::C128) => {
            let part = to.real();
            format!("Complex::new({a}.re as {part}, {a}.im as {part})")
        }
        (DType::C64 | DType::C128, to) => cast(&format!("{a}.re"), from.real(), to),
        (DType::Bool, DType::C64 | DType::C128) => format!("Complex::new(if {a} {{ 1.0 }} else {{ 0.0 }}, 0.0)"),
        (_, DType::C64 | DType::C128) => format!("Complex::new({a} as {}, 0.0)", to.real()),
        (from, DType::Bool) => format!("{a} != {}", if from.is_float() { "0.0" } else { "0" }),
        (DType::Bool, to) if to.is_float() => format!("if {a} {{ 1.0 }} else {{ 0.0 }}"),
        (from, to) if to.is_half() && (from.is_half() || from == DType::F32) => {
            format!("{to}::from_f32({a}).to_f32()")
        }
        (_, to) if to.is_half() => format!("{to}::from_f64({a} as f64).to_f32()"),
        (_, to) => format!("{a} as {}", to.register()),
    }
}

/// Random bits as a number below 1, of as many bits as the type has.
fn uniform(words: &str, to: DType) -> String {
    match to {
        DType::F64 => format!(
            "{{ let w = {words}; (((w[0] as u64) << 21) ^ ((w[1] as u64) >> 11)) as f64 * (1.0 / 9007199254740992.0) }}"
        ),
        DType::F16 => format!("({words}[0] >> 21) as f32 * (1.0 / 2048.0)"),
        DType::BF16 => format!("({words}[0] >> 24) as f32 * (1.0 / 256.0)"),
        _ => format!("({words}[0] >> 8) as f32 * (1.0 / 16777216.0)"),
    }
}

/// Box and Muller's way.
fn normal(words: &str, to: DType) -> String {
    let (t, half, scale) = match to {
        DType::F64 => ("f64", "0.5", "(1.0 / 4294967296.0)"),
        _ => ("f32", "0.5", "(1.0 / 16777216.0)"),
    };
    let shift = if to == DType::F64 { "" } else { " >> 8" };
    format!(
        "{{ let w = {words}; let u = ((w[0]{shift}) as {t} + {half}) * {scale}; let v = (w[1]{shift}) as {t} * {scale}; \
         (-2.0 * u.ln()).sqrt() * (6.283185307179586 * v).cos() }}"
    )
}

/// Salmon and others, "Parallel random numbers: as easy as 1, 2, 3" (2011): Philox 4x32 of 10 rounds, with the seed as the key,
/// and the element's number and the call's as the counter.
const PHILOX: &str = "
fn philox(seed: i64, call: i64, element: u64) -> [u32; 4] {
    let mut c = [element as u32, (element >> 32) as u32, call as u32, (call >> 32) as u32];
    let mut k = [seed as u32, (seed >> 32) as u32];
    for _ in 0..10 {
        let a = 0xD2511F53u64 * c[0] as u64;
        let b = 0xCD9E8D57u64 * c[2] as u64;
        c = [(b >> 32) as u32 ^ c[1] ^ k[0], b as u32, (a >> 32) as u32 ^ c[3] ^ k[1], a as u32];
        k = [k[0].wrapping_add(0x9E3779B9), k[1].wrapping_add(0xBB67AE85)];
    }
    c
}
";

/// Quotients and roots of complex numbers of a float.
macro_rules! complex_helpers {
    ($divided:ident $root:ident $float:literal) => {
        /// Smith's way (1962), as NumPy's: no square is too large.
        const $divided: &str = concat!(
            "
fn divided(a: Complex<",
            $float,
            ">, b: Complex<",
            $float,
            ">) -> Complex<",
            $float,
            "> {
    if b.re.abs() >= b.im.abs() {
        if b.re == 0.0 && b.im == 0.0 {
            return Complex::new(a.re / b.re.abs(), a.im / b.re.abs());
        }
        let ratio = b.im / b.re;
        let scale = 1.0 / (b.re + b.im * ratio);
        return Complex::new((a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale);
    }
    let ratio = b.re / b.im;
    let scale = 1.0 / (b.im + b.re * ratio);
    Complex::new((a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale)
}
"
        );
        /// The root right of 0, or above it.
        const $root: &str = concat!(
            "
fn root(a: Complex<",
            $float,
            ">) -> Complex<",
            $float,
            "> {
    if a.re == 0.0 && a.im == 0.0 {
        return Complex::new(0.0, a.im);
    }
    let t = ((a.norm() + a.re.abs()) * 0.5).sqrt();
    let u = a.im.abs() / (2.0 * t);
    if a.re >= 0.0 {
        Complex::new(t, u.copysign(a.im))
    } else {
        Complex::new(u, t.copysign(a.im))
    }
}
"
        );
    };
}

complex_helpers! { DIVIDED_F32 ROOT_F32 "f32" }
complex_helpers! { DIVIDED_F64 ROOT_F64 "f64" }

/// Below 1 an odd polynomial, above it 1 - e^-p(x), both fitted at Chebyshev's points; within 3 units in the last place.
const ERF_F32: &str = "
fn erf(x: f32) -> f32 {
    let a = x.abs();
    if a >= 4.0 {
        return 1f32.copysign(x);
    }
    if a >= 1.0 {
        let mut p: f32 = -0.00000161406162;
        p = p * a + (0.0000455906227);
        p = p * a + (-0.00059276954);
        p = p * a + (0.00474022235);
        p = p * a + (-0.0263647174);
        p = p * a + (0.109978245);
        p = p * a + (0.631937094);
        p = p * a + (1.13016668);
        p = p * a + (-0.000303212983);
        return (1.0 - (-p).exp()).copysign(x);
    }
    let u = x * x;
    let mut p: f32 = 0.0000788249706;
    p = p * u + (-0.000801885498);
    p = p * u + (0.00518931194);
    p = p * u + (-0.0268543288);
    p = p * u + (0.112835975);
    p = p * u + (-0.376126269);
    p = p * u + (1.12837917);
    x * p
}
";

/// The series e^(-x x) sum of 2^n x^(2n+1) / (1 3 5 .. (2n+1)), whose terms are all of one sign.
const ERF_F64: &str = "
fn erf(x: f64) -> f64 {
    let a = x.abs();
    if a > 6.0 {
        return 1f64.copysign(x);
    }
    let mut term = x;
    let mut sum = x;
    let mut n = 1.0;
    while term.abs() > sum.abs() * 1e-17 {
        term = term * (2.0 * x * x / (2.0 * n + 1.0));
        sum = sum + term;
        n = n + 1.0;
    }
    sum * (-x * x).exp() * 1.1283791670955126
}
";
