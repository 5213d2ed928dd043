//! Printing as NumPy prints.

use crate::{DType, Scalar, Tensor};
use std::fmt;

/// Elements from which on only the outer ones are printed.
const THRESHOLD: usize = 1000;
/// Of a side that is not printed whole: so many at each end.
const EDGE: usize = 3;
/// Characters of a line.
const WIDTH: usize = 75;
/// Digits behind the point.
const PRECISION: usize = 8;

/// The shortest digits that say a number of this type: before the point, and behind it.
fn shortest(x: f64, is_double: bool) -> (String, String) {
    let text = if is_double { format!("{x}") } else { format!("{}", x as f32) };
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    (whole.into(), part.into())
}

/// Mantissa and exponent likewise.
fn shortest_exponent(x: f64, is_double: bool) -> (String, String, i32) {
    let text = if is_double { format!("{x:e}") } else { format!("{:e}", x as f32) };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    (whole.into(), part.into(), exponent.parse().unwrap_or(0))
}

/// How floats of one tensor are written, so that they stand in columns; `has_sign`: with a sign each.
fn format_floats(numbers: &[f64], is_double: bool, is_half: bool, has_sign: bool) -> Vec<String> {
    let finite: Vec<f64> = numbers.iter().copied().filter(|x| x.is_finite()).collect();
    let nonzero = finite.iter().map(|x| x.abs()).filter(|x| *x != 0.0);
    let (most, least) = nonzero.fold((0.0f64, f64::INFINITY), |(most, least), x| (most.max(x), least.min(x)));
    let is_exponent = most >= 1e8 || most > 0.0 && (least < 1e-4 || most / least > 1e3);
    let digits = |x: f64| if is_half { half_digits(x) } else { shortest(x, is_double) };
    let mut texts = Vec::new();
    if is_exponent {
        let behind = finite.iter().map(|x| shortest_exponent(*x, is_double).1.len()).max().unwrap_or(0).min(PRECISION);
        for x in numbers {
            texts.push(if x.is_finite() { in_exponent(*x, behind) } else { special(*x) });
        }
    } else {
        let behind = finite.iter().map(|x| digits(*x).1.len()).max().unwrap_or(0).min(PRECISION);
        let behind_of = |x: f64| digits(x).1.len().min(behind);
        let behind = finite.iter().map(|x| trimmed(*x, behind_of(*x))).max().unwrap_or(0);
        for x in numbers {
            texts.push(if x.is_finite() { in_columns(*x, trimmed(*x, behind_of(*x)), behind) } else { special(*x) });
        }
    }
    for text in texts.iter_mut().filter(|text| has_sign && !text.starts_with('-')) {
        text.insert(0, '+');
    }
    let widest = texts.iter().map(String::len).max().unwrap_or(0);
    texts.into_iter().map(|text| format!("{text:>widest$}")).collect()
}

/// Complex numbers likewise: the columns of their parts.
fn format_complex(numbers: &[(f64, f64)], is_double: bool) -> Vec<String> {
    let part = |of: fn(&(f64, f64)) -> f64, has_sign: bool| -> Vec<String> {
        format_floats(&numbers.iter().map(of).collect::<Vec<f64>>(), is_double, false, has_sign)
    };
    let (real, imaginary) = (part(|n| n.0, false), part(|n| n.1, true));
    let both = real.into_iter().zip(imaginary).map(|(re, im)| {
        let end = im.trim_end().len();
        format!("{re}{}j{}", &im[..end], &im[end..])
    });
    both.collect()
}

/// One complex number by itself.
fn alone_complex((re, im): (f64, f64), dtype: DType) -> String {
    let part = |x: f64| {
        let text = alone(x, dtype.real());
        text.strip_suffix(".0").map_or(text.clone(), String::from)
    };
    if re == 0.0 && re.is_sign_positive() {
        return format!("{}j", part(im));
    }
    let sign = if im.is_sign_negative() && !im.is_nan() { "" } else { "+" };
    format!("({}{sign}{}j)", part(re), part(im))
}

fn half_digits(x: f64) -> (String, String) {
    // the fewest digits that are rounded to this number again
    for digits in 0..12 {
        let text = format!("{x:.digits$e}");
        let parsed: f64 = text.parse().unwrap_or(x);
        if rustg::f16::from_f64(parsed).to_f64() == x {
            return shortest(parsed, true);
        }
    }
    shortest(x, true)
}

/// Digits behind the point that are not zeros at the end.
fn trimmed(x: f64, behind: usize) -> usize {
    let text = format!("{x:.behind$}");
    text.split_once('.').map_or(0, |(_, part)| part.trim_end_matches('0').len())
}

fn in_columns(x: f64, own: usize, behind: usize) -> String {
    let text = format!("{x:.own$}");
    let text = if text.contains('.') { text } else { format!("{text}.") };
    let missing = behind.saturating_sub(own);
    format!("{text}{}", " ".repeat(missing))
}

fn in_exponent(x: f64, behind: usize) -> String {
    let text = format!("{x:.behind$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mantissa = if mantissa.contains('.') { mantissa.into() } else { format!("{mantissa}.") };
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// One number by itself: all of its digits, with an exponent where it is very large or small.
fn alone(x: f64, dtype: DType) -> String {
    if !x.is_finite() {
        return special(x);
    }
    let is_double = dtype == DType::F64;
    let (whole, part, exponent) = shortest_exponent(x, is_double);
    if x != 0.0 && !(-4..16).contains(&exponent) {
        let point = if part.is_empty() { "" } else { "." };
        return format!("{whole}{point}{part}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    }
    let (whole, part) = if dtype == DType::F16 { half_digits(x) } else { shortest(x, is_double) };
    format!("{whole}.{}", if part.is_empty() { "0" } else { &part })
}

fn special(x: f64) -> String {
    let text = if x.is_nan() {
        "nan"
    } else if x > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    text.into()
}

/// The indices of a side that are printed; `None` stands for those that are left out.
fn printed(side: usize, is_short: bool) -> Vec<Option<usize>> {
    if !is_short || side <= 2 * EDGE {
        return (0..side).map(Some).collect();
    }
    (0..EDGE).map(Some).chain([None]).chain((side - EDGE..side).map(Some)).collect()
}

/// A part of the text: a side and those behind it.
fn write_side(texts: &mut dyn Iterator<Item = String>, shape: &[usize], depth: usize, is_short: bool) -> String {
    let Some((side, rest)) = shape.split_first() else { return texts.next().unwrap_or_default() };
    let mut out = String::from("[");
    let places = printed(*side, is_short);
    let indent = " ".repeat(depth + 1);
    let mut line = indent.len();
    for (n, place) in places.iter().enumerate() {
        let text = match place {
            Some(_) => write_side(texts, rest, depth + 1, is_short),
            None => "...".into(),
        };
        if n > 0 && !rest.is_empty() {
            out.push_str(&"\n".repeat(rest.len()));
            out.push_str(&indent);
        } else if n > 0 && line + 1 + text.len() > WIDTH - 1 - depth.min(WIDTH / 2) {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&indent);
            line = indent.len();
        } else if n > 0 {
            out.push(' ');
            line += 1;
        }
        line += text.len();
        out.push_str(&text);
    }
    out.push(']');
    out
}

/// The elements that are printed, in order of rows.
fn chosen(numbers: &[Scalar], shape: &[usize], is_short: bool) -> Vec<Scalar> {
    let Some((side, rest)) = shape.split_first() else { return numbers.to_vec() };
    let inner: usize = rest.iter().product();
    let places = printed(*side, is_short).into_iter().flatten();
    places.flat_map(|at| chosen(&numbers[at * inner..(at + 1) * inner], rest, is_short)).collect()
}

impl fmt::Display for Tensor {
    /// As NumPy prints an array. It waits for the elements; where they cannot be had, the error stands in their place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: crate::Result<Vec<Scalar>> = crate::dtype::with_type!(self.dtype(), T => {
            self.to_vec::<T>().map(|all| all.into_iter().map(crate::Element::to_scalar).collect())
        });
        let numbers = match numbers {
            Ok(numbers) => numbers,
            Err(error) => return write!(f, "<{error}>"),
        };
        if numbers.is_empty() {
            return f.write_str("[]");
        }
        let is_short = numbers.len() > THRESHOLD;
        let all = chosen(&numbers, self.shape(), is_short);
        let texts: Vec<String> = if self.dtype().is_complex() {
            let pairs: Vec<(f64, f64)> = all.iter().map(|n| n.to_complex()).collect();
            format_complex(&pairs, self.dtype() == DType::C128)
        } else if self.dtype().is_float() {
            let floats: Vec<f64> = all.iter().map(|n| n.to_f64()).collect();
            format_floats(&floats, self.dtype() == DType::F64, self.dtype() == DType::F16, false)
        } else {
            let own = |n: &Scalar| match n {
                Scalar::Bool(true) => "True".to_string(),
                Scalar::Bool(false) => "False".into(),
                n => n.to_i64().to_string(),
            };
            let texts: Vec<String> = all.iter().map(own).collect();
            let widest = texts.iter().map(String::len).max().unwrap_or(0);
            texts.into_iter().map(|text| format!("{text:>widest$}")).collect()
        };
        if self.rank() == 0 {
            return match all.first() {
                Some(n) if self.dtype().is_complex() => f.write_str(&alone_complex(n.to_complex(), self.dtype())),
                Some(n) if self.dtype().is_float() => f.write_str(&alone(n.to_f64(), self.dtype())),
                _ => f.write_str(texts.first().map_or("", |text| text.trim())),
            };
        }
        f.write_str(&write_side(&mut texts.into_iter(), self.shape(), 0, is_short))
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {:?} of {} on {}", self.shape(), self.dtype(), self.device())
    }
}
