//! Elementwise operations, which are recorded.

use crate::cell::{Op, Operand};
use crate::map::Map;
use crate::{DType, Device, Error, Result, Scalar, Tensor, layout};
use std::ops;

impl Tensor {
    /// The result of an operation of these, which are of the type that it takes, broadcast.
    pub(crate) fn map(what: &'static str, map: Map, dtype: DType, inputs: &[&Tensor]) -> Result<Tensor> {
        let first = inputs[0];
        if let Some(complex) = inputs.iter().find(|input| input.dtype().is_complex() && !map.takes_complex()) {
            return Err(Error::DType { what, dtypes: vec![complex.dtype()] });
        }
        let mut shape = first.shape().to_vec();
        for other in &inputs[1..] {
            first.check_device(what, other)?;
            shape = layout::broadcast(what, &shape, other.shape())?;
        }
        let operands = inputs.iter().map(|input| input.cell.operand()).collect();
        Tensor::recorded(first.device(), dtype, shape, Op::Map(map), operands)
    }

    fn map_number(&self, what: &'static str, map: Map, dtype: DType, number: Scalar, is_left: bool) -> Result<Tensor> {
        if self.dtype().is_complex() && !map.takes_complex() {
            return Err(Error::DType { what, dtypes: vec![self.dtype()] });
        }
        let mut operands = vec![Operand::Cell(self.cell.clone()), Operand::Number(number, self.dtype())];
        if is_left {
            operands.reverse();
        }
        Tensor::recorded(self.device(), dtype, self.shape().to_vec(), Op::Map(map), operands)
    }

    /// Both in the type of their result.
    fn promoted(&self, other: &Tensor) -> Result<(Tensor, Tensor)> {
        let dtype = self.dtype().promote(other.dtype());
        Ok((self.to_dtype(dtype)?, other.to_dtype(dtype)?))
    }

    /// Its elements as another type. Floats are cut off to integers, which hold the nearest that they can.
    ///
    /// # Errors
    /// Of the device.
    pub fn to_dtype(&self, dtype: DType) -> Result<Tensor> {
        if dtype == self.dtype() {
            return Ok(self.clone());
        }
        let value = Tensor::map("to_dtype", Map::Cast, dtype, &[self])?;
        let own = self.dtype();
        Ok(value.with_history("to_dtype", &[self], move |g, _| Ok(vec![Some(g.to_dtype(own)?)])))
    }

    fn arithmetic(&self, what: &'static str, map: Map, other: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
        let (mut a, mut b) = self.promoted(other)?;
        let is_logical = matches!(map, Map::Add | Map::Mul | Map::Max | Map::Min);
        if matches!(map, Map::Div | Map::Atan2) {
            // NumPy's quotients of integers are float64, those of few bits too
            let dtype = match a.dtype() {
                whole if map == Map::Div && !whole.is_rounded() => DType::F64,
                dtype => dtype.to_float(),
            };
            (a, b) = (a.to_dtype(dtype)?, b.to_dtype(dtype)?);
        } else if a.dtype() == DType::Bool && !is_logical {
            return Err(Error::DType { what, dtypes: vec![self.dtype(), other.dtype()] });
        }
        let map = match map {
            Map::Add if a.dtype() == DType::Bool => Map::Or,
            Map::Mul if a.dtype() == DType::Bool => Map::And,
            map => map,
        };
        Ok((Tensor::map(what, map, a.dtype(), &[&a, &b])?, a, b))
    }

    /// The operation with a number in the place of one operand, and the other operand in the type that was computed in.
    fn with_scalar(&self, what: &'static str, map: Map, number: Scalar, is_left: bool) -> Result<(Tensor, Tensor)> {
        let mut dtype = number.promote(self.dtype());
        if !number.fits(dtype) {
            return Err(Error::argument(what, format!("{} is out of range in {dtype}", number.to_i64())));
        }
        if matches!(map, Map::Div | Map::Atan2) && !dtype.is_rounded() {
            dtype = DType::F64;
        }
        if dtype == DType::Bool {
            return Err(Error::DType { what, dtypes: vec![dtype] });
        }
        let x = self.to_dtype(dtype)?;
        Ok((x.map_number(what, map, dtype, number, is_left)?, x))
    }

    /// The sums, broadcast. Of `bool`: whether one of the two is true.
    ///
    /// # Errors
    /// Where the shapes do not broadcast to each other, or devices differ.
    pub fn add(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("add", Map::Add, other)?;
        Ok(y.with_history("add", &[&a, &b], |g, _| Ok(vec![Some(g.clone()), Some(g.clone())])))
    }

    /// The differences, broadcast.
    ///
    /// # Errors
    /// As [`Tensor::add`]; of `bool`.
    pub fn sub(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("sub", Map::Sub, other)?;
        Ok(y.with_history("sub", &[&a, &b], |g, _| Ok(vec![Some(g.clone()), Some(g.neg()?)])))
    }

    /// The products of elements, broadcast. Of `bool`: whether both are true.
    ///
    /// # Errors
    /// As [`Tensor::add`].
    pub fn mul(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("mul", Map::Mul, other)?;
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history("mul", &[&a, &b], move |g, _| {
            Ok(vec![wanted(&p, || g.mul(&q.conj()?))?, wanted(&q, || g.mul(&p.conj()?))?])
        }))
    }

    /// The quotients, broadcast; of integers `f64`.
    ///
    /// # Errors
    /// As [`Tensor::add`].
    pub fn div(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("div", Map::Div, other)?;
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history_of_output("div", &[&a, &b], move |g, y| {
            let share = g.div(&q.conj()?)?;
            let other = wanted(&q, || share.mul(&y.conj()?)?.neg())?;
            Ok(vec![wanted(&p, || Ok(share.clone()))?, other])
        }))
    }

    /// This to the power of the other, broadcast. Integers to negative powers are 0.
    ///
    /// # Errors
    /// As [`Tensor::sub`].
    pub fn pow(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("pow", Map::Pow, other)?;
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history_of_output("pow", &[&a, &b], move |g, y| {
            // x^0 is 1 and 0^y is 0 all around, whatever the formulas' other factors are
            let zero = Tensor::zeros(g.device(), g.dtype(), &[])?;
            let own = wanted(&p, || {
                let slope = q.mul(&p.pow(&q.add_number(-1.0)?)?)?;
                g.mul(&Tensor::where_(&q.eq_number(0.0)?, &zero, &slope)?)
            })?;
            let other = wanted(&q, || {
                let is_flat = p.eq_number(0.0)?.logical_and(&q.ge_number(0.0)?)?;
                g.mul(&Tensor::where_(&is_flat, &zero, &y.mul(&p.ln()?)?)?)
            })?;
            Ok(vec![own, other])
        }))
    }

    /// The larger ones, broadcast; NaN where one is.
    ///
    /// # Errors
    /// As [`Tensor::add`].
    pub fn maximum(&self, other: &Tensor) -> Result<Tensor> {
        self.extreme("maximum", Map::Max, other)
    }

    /// The smaller ones, broadcast; NaN where one is.
    ///
    /// # Errors
    /// As [`Tensor::add`].
    pub fn minimum(&self, other: &Tensor) -> Result<Tensor> {
        self.extreme("minimum", Map::Min, other)
    }

    fn extreme(&self, what: &'static str, map: Map, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic(what, map, other)?;
        let (p, q) = (a.clone(), b.clone());
        // half for each where they are equal, as PyTorch has it
        Ok(y.with_history(what, &[&a, &b], move |g, _| {
            let half = g.mul_number(0.5)?;
            let (is_less, is_more, is_equal) = (p.lt(&q)?, p.gt(&q)?, p.eq(&q)?);
            let (is_second, is_first) = if map == Map::Max { (is_less, is_more) } else { (is_more, is_less) };
            let zeros = Tensor::zeros(g.device(), g.dtype(), &[])?;
            let share = |is_other: &Tensor| Tensor::where_(&is_equal, &half, &Tensor::where_(is_other, &zeros, g)?);
            Ok(vec![wanted(&p, || share(&is_second))?, wanted(&q, || share(&is_first))?])
        }))
    }

    /// Plus a number.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn add_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let (y, x) = self.with_scalar("add_number", Map::Add, number.into(), false)?;
        Ok(y.with_history("add_number", &[&x], |g, _| Ok(vec![Some(g.clone())])))
    }

    /// Minus a number.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn sub_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let (y, x) = self.with_scalar("sub_number", Map::Sub, number.into(), false)?;
        Ok(y.with_history("sub_number", &[&x], |g, _| Ok(vec![Some(g.clone())])))
    }

    /// A number minus this.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn number_sub(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let (y, x) = self.with_scalar("number_sub", Map::Sub, number.into(), true)?;
        Ok(y.with_history("number_sub", &[&x], |g, _| Ok(vec![Some(g.neg()?)])))
    }

    /// Times a number.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn mul_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let number = number.into();
        let (y, x) = self.with_scalar("mul_number", Map::Mul, number, false)?;
        Ok(y.with_history("mul_number", &[&x], move |g, _| Ok(vec![Some(g.mul_number(slope(number))?)])))
    }

    /// Divided by a number.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn div_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let number = number.into();
        let (y, x) = self.with_scalar("div_number", Map::Div, number, false)?;
        Ok(y.with_history("div_number", &[&x], move |g, _| Ok(vec![Some(g.div_number(slope(number))?)])))
    }

    /// A number divided by this.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn number_div(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let (y, x) = self.with_scalar("number_div", Map::Div, number.into(), true)?;
        let p = x.clone();
        Ok(y.with_history_of_output("number_div", &[&x], move |g, y| {
            Ok(vec![Some(g.mul(&y.conj()?)?.div(&p.conj()?)?.neg()?)])
        }))
    }

    /// Each element raised to the power of a number.
    ///
    /// # Errors
    /// For a tensor of `bool`, and for one of integers if the power is negative.
    pub fn pow_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
        let number = number.into();
        let is_whole = !number.promote(self.dtype()).is_rounded();
        if is_whole && number.to_i64() < 0 {
            return Err(Error::argument("pow_number", "integers to negative powers are no integers"));
        }
        if number == Scalar::Int(2) || number == Scalar::Float(2.0) && self.dtype().is_rounded() {
            return self.square();
        }
        let (y, x) = self.with_scalar("pow_number", Map::Pow, number, false)?;
        let p = x.clone();
        Ok(y.with_history("pow_number", &[&x], move |g, _| {
            let n = number.to_f64();
            if n == 0.0 {
                return Ok(vec![Some(Tensor::zeros(g.device(), g.dtype(), g.shape())?)]);
            }
            Ok(vec![Some(g.mul(&p.pow_number(n - 1.0)?)?.mul_number(n)?)])
        }))
    }

    /// The remainders, which have the divisor's sign, broadcast. Of a division of an integer by 0: 0.
    ///
    /// # Errors
    /// As [`Tensor::sub`].
    pub fn remainder(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("remainder", Map::Rem, other)?;
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history("remainder", &[&a, &b], move |g, _| {
            Ok(vec![Some(g.clone()), Some(g.mul(&p.floor_divide(&q)?)?.neg()?)])
        }))
    }

    /// The quotients cut down to whole numbers, broadcast. Of a division of an integer by 0: 0.
    ///
    /// # Errors
    /// As [`Tensor::sub`].
    pub fn floor_divide(&self, other: &Tensor) -> Result<Tensor> {
        Ok(self.arithmetic("floor_divide", Map::FloorDiv, other)?.0)
    }

    /// The angles of points (other, this), broadcast.
    ///
    /// # Errors
    /// As [`Tensor::add`].
    pub fn atan2(&self, other: &Tensor) -> Result<Tensor> {
        let (y, a, b) = self.arithmetic("atan2", Map::Atan2, other)?;
        let (p, q) = (a.clone(), b.clone());
        Ok(y.with_history("atan2", &[&a, &b], move |g, _| {
            let part = g.div(&p.square()?.add(&q.square()?)?)?;
            Ok(vec![Some(part.mul(&q)?), Some(part.mul(&p)?.neg()?)])
        }))
    }

    /// Elements of `a` where the condition holds, else of `b`, broadcast.
    ///
    /// # Errors
    /// Where the condition is not of `bool`; where shapes do not broadcast.
    pub fn where_(condition: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
        condition.check_type("where", DType::Bool)?;
        let (a, b) = a.promoted(b)?;
        let y = Tensor::map("where", Map::Where, a.dtype(), &[condition, &a, &b])?;
        let c = condition.clone();
        Ok(y.with_history("where", &[&a, &b], move |g, _| {
            let zero = Tensor::zeros(g.device(), g.dtype(), &[])?;
            Ok(vec![Some(Tensor::where_(&c, g, &zero)?), Some(Tensor::where_(&c, &zero, g)?)])
        }))
    }

    /// A number where the condition holds, else the element.
    ///
    /// # Errors
    /// As [`Tensor::where_`].
    pub fn masked_fill(&self, condition: &Tensor, number: impl Into<Scalar>) -> Result<Tensor> {
        Tensor::where_(condition, &Tensor::full(self.device(), number, self.dtype(), &[])?, self)
    }

    /// At least `low` and at most `high`.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn clamp(&self, low: impl Into<Scalar>, high: impl Into<Scalar>) -> Result<Tensor> {
        let (low, high) = (low.into(), high.into());
        let (least, x) = self.with_scalar("clamp", Map::Max, low, false)?;
        let (y, x) = (least.with_scalar("clamp", Map::Min, high, false)?.0, x);
        let p = x.clone();
        Ok(y.with_history("clamp", &[&x], move |g, _| {
            let inside = p.ge_number(low)?.mul(&p.le_number(high)?)?;
            Ok(vec![Some(Tensor::where_(&inside, g, &Tensor::zeros(g.device(), g.dtype(), &[])?)?)])
        }))
    }

    /// Numbers that look random, each call's its own.
    pub(crate) fn random(
        device: &Device,
        map: Map,
        dtype: DType,
        shape: &[usize],
        seed: u64,
        call: u64,
    ) -> Result<Tensor> {
        let number = |n: u64| Operand::Number(Scalar::Int(n as i64), DType::I64);
        Tensor::recorded(device, dtype, shape.to_vec(), Op::Map(map), vec![number(seed), number(call)])
    }
}

/// What a product's gradient is multiplied by: a float, so that a type of integers is none.
fn slope(number: Scalar) -> Scalar {
    if let Scalar::Complex(..) = number { number.conj() } else { Scalar::Float(number.to_f64()) }
}

/// A gradient that is made only where somebody wants it.
fn wanted(input: &Tensor, share: impl FnOnce() -> Result<Tensor>) -> Result<Option<Tensor>> {
    if input.is_tracked() { Ok(Some(share()?)) } else { Ok(None) }
}

macro_rules! compare {
    ($($name:ident $with_number:ident $op:ident $text:literal)*) => {
        impl Tensor {
            $(
                #[doc = concat!("Where elements are ", $text, " the other's: `bool`, broadcast.")]
                ///
                /// # Errors
                /// Where the shapes do not broadcast to each other, or devices differ.
                pub fn $name(&self, other: &Tensor) -> Result<Tensor> {
                    let (a, b) = self.promoted(other)?;
                    Tensor::map(stringify!($name), Map::$op, DType::Bool, &[&a.detached(), &b.detached()])
                }
                #[doc = concat!("Where elements are ", $text, " a number: `bool`.")]
                ///
                /// # Errors
                /// Of the device.
                pub fn $with_number(&self, number: impl Into<Scalar>) -> Result<Tensor> {
                    let number = number.into();
                    let dtype = number.promote(self.dtype());
                    let x = self.detached().to_dtype(if number.fits(dtype) { dtype } else { DType::I64 })?;
                    x.map_number(stringify!($with_number), Map::$op, DType::Bool, number, false)
                }
            )*
        }
    };
}

compare! {
    eq eq_number Eq "equal to"
    ne ne_number Ne "not equal to"
    lt lt_number Lt "less than"
    le le_number Le "at most"
    gt gt_number Gt "more than"
    ge ge_number Ge "at least"
}

macro_rules! logical {
    ($($name:ident $op:ident $text:literal)*) => {
        impl Tensor {
            $(
                #[doc = concat!("Whether ", $text, ", of `bool`, broadcast.")]
                ///
                /// # Errors
                /// Of other types; where the shapes do not broadcast to each other.
                pub fn $name(&self, other: &Tensor) -> Result<Tensor> {
                    self.check_type(stringify!($name), DType::Bool)?;
                    other.check_type(stringify!($name), DType::Bool)?;
                    Tensor::map(stringify!($name), Map::$op, DType::Bool, &[self, other])
                }
            )*
        }
    };
}

logical! {
    logical_and And "both are true"
    logical_or Or "one of the two is true"
    logical_xor Xor "just one of the two is true"
}

/// Functions of floats; others become floats first. The gradient's share, of `g`, of the operand `x` and of the result `y`.
macro_rules! unary {
    ($($name:ident $op:ident $text:literal |$g:ident, $x:ident, $y:ident| $share:expr;)*) => {
        impl Tensor {
            $(
                #[doc = $text]
                ///
                /// # Errors
                /// Of the device.
                pub fn $name(&self) -> Result<Tensor> {
                    let x = self.to_dtype(self.dtype().to_float())?;
                    let value = Tensor::map(stringify!($name), Map::$op, x.dtype(), &[&x])?;
                    let p = x.clone();
                    unary!(@keep value, x, p, $name, |$g, $x, $y| $share)
                }
            )*
        }
    };
    (@keep $value:ident, $input:ident, $p:ident, $name:ident, |$g:ident, $x:ident, _unused| $share:expr) => {
        Ok($value.with_history(stringify!($name), &[&$input], move |$g, _| {
            let $x = &$p;
            Ok(vec![Some($share)])
        }))
    };
    (@keep $value:ident, $input:ident, $p:ident, $name:ident, |$g:ident, _unused, $y:ident| $share:expr) => {
        {
            drop($p);
            Ok($value.with_history_of_output(stringify!($name), &[&$input], move |$g, $y| Ok(vec![Some($share)])))
        }
    };
}

unary! {
    exp Exp "e to each element." |g, _unused, y| g.mul(&y.conj()?)?;
    exp2 Exp2 "2 to each element." |g, _unused, y| g.mul(y)?.mul_number(std::f64::consts::LN_2)?;
    expm1 ExpM1 "e to each element, less 1." |g, _unused, y| g.mul(&y.add_number(1.0)?)?;
    ln Ln "Natural logarithms." |g, x, _unused| g.div(&x.conj()?)?;
    log2 Log2 "Logarithms to the base 2." |g, x, _unused| g.div(&x.mul_number(std::f64::consts::LN_2)?)?;
    log10 Log10 "Logarithms to the base 10." |g, x, _unused| g.div(&x.mul_number(std::f64::consts::LN_10)?)?;
    log1p Ln1p "Natural logarithms of 1 plus each element." |g, x, _unused| g.div(&x.add_number(1.0)?)?;
    sqrt Sqrt "Square roots." |g, _unused, y| g.div(&y.conj()?)?.mul_number(0.5)?;
    sin Sin "Sines." |g, x, _unused| g.mul(&x.cos()?)?;
    cos Cos "Cosines." |g, x, _unused| g.mul(&x.sin()?)?.neg()?;
    tan Tan "Tangents." |g, _unused, y| g.mul(&y.square()?.add_number(1.0)?)?;
    asin Asin "Angles with these sines." |g, x, _unused| g.div(&x.square()?.number_sub(1.0)?.sqrt()?)?;
    acos Acos "Angles with these cosines." |g, x, _unused| g.div(&x.square()?.number_sub(1.0)?.sqrt()?)?.neg()?;
    atan Atan "Angles with these tangents." |g, x, _unused| g.div(&x.square()?.add_number(1.0)?)?;
    sinh Sinh "Hyperbolic sines." |g, x, _unused| g.mul(&x.cosh()?)?;
    cosh Cosh "Hyperbolic cosines." |g, x, _unused| g.mul(&x.sinh()?)?;
    tanh Tanh "Hyperbolic tangents." |g, _unused, y| g.mul(&y.square()?.number_sub(1.0)?)?;
    sigmoid Sigmoid "1 / (1 + e to the negative element)." |g, _unused, y| g.mul(&y.sub(&y.square()?)?)?;
    erf Erf "The error function." |g, x, _unused| g.mul(&x.square()?.neg()?.exp()?.mul_number(std::f64::consts::FRAC_2_SQRT_PI)?)?;
}

/// Functions that keep the type.
macro_rules! kept {
    ($($name:ident $op:ident $text:literal |$g:ident, $x:ident| $share:expr;)*) => {
        impl Tensor {
            $(
                #[doc = $text]
                ///
                /// # Errors
                /// Of `bool`.
                pub fn $name(&self) -> Result<Tensor> {
                    if self.dtype() == DType::Bool {
                        return Err(Error::DType { what: stringify!($name), dtypes: vec![DType::Bool] });
                    }
                    let value = Tensor::map(stringify!($name), Map::$op, self.dtype(), &[self])?;
                    let p = self.clone();
                    Ok(value.with_history(stringify!($name), &[self], move |$g, _| {
                        let $x = &p;
                        Ok(vec![$share])
                    }))
                }
            )*
        }
    };
}

kept! {
    neg Neg "With the other sign." |g, _x| Some(g.neg()?);
    sign Sign "1, 0 or -1, as the element's sign is." |_g, _x| None;
    square Square "Each element times itself." |g, x| Some(g.mul(&x.conj()?)?.mul_number(2.0)?);
    relu Relu "Elements above 0, else 0." |g, x| {
        Some(Tensor::where_(&x.le_number(0.0)?, &Tensor::zeros(g.device(), g.dtype(), &[])?, g)?)
    };
}

/// Functions to whole numbers, which integers are.
macro_rules! whole {
    ($($name:ident $op:ident $text:literal)*) => {
        impl Tensor {
            $(
                #[doc = $text]
                ///
                /// # Errors
                /// Of the device.
                pub fn $name(&self) -> Result<Tensor> {
                    if !self.dtype().is_rounded() {
                        return Ok(self.clone());
                    }
                    Tensor::map(stringify!($name), Map::$op, self.dtype(), &[self])
                }
            )*
        }
    };
}

whole! {
    floor Floor "The next whole numbers below."
    ceil Ceil "The next whole numbers above."
    round Round "The nearest whole numbers, halves to the even ones."
    trunc Trunc "Without what is behind the point."
}

impl Tensor {
    /// Elements without their sign; of complex ones their distances from 0, which are floats.
    ///
    /// # Errors
    /// Of `bool`.
    pub fn abs(&self) -> Result<Tensor> {
        if self.dtype().is_complex() {
            return self.norm();
        }
        if self.dtype() == DType::Bool {
            return Err(Error::DType { what: "abs", dtypes: vec![DType::Bool] });
        }
        let y = Tensor::map("abs", Map::Abs, self.dtype(), &[self])?;
        let p = self.clone();
        Ok(y.with_history("abs", &[self], move |g, _| Ok(vec![Some(g.mul(&p.sign()?)?)])))
    }

    /// One divided by each element.
    ///
    /// # Errors
    /// Of the device.
    pub fn recip(&self) -> Result<Tensor> {
        let x = self.to_dtype(self.dtype().to_float())?;
        let value = Tensor::map("recip", Map::Recip, x.dtype(), &[&x])?;
        Ok(value.with_history_of_output("recip", &[&x], |g, y| Ok(vec![Some(g.mul(&y.square()?.conj()?)?.neg()?)])))
    }

    /// One divided by the square root of each element: rounded twice.
    ///
    /// # Errors
    /// Of the device.
    pub fn rsqrt(&self) -> Result<Tensor> {
        self.sqrt()?.recip()
    }

    /// Where elements are no numbers: `bool`.
    ///
    /// # Errors
    /// Of the device.
    pub fn is_nan(&self) -> Result<Tensor> {
        Tensor::map("is_nan", Map::IsNan, DType::Bool, &[self])
    }

    /// The opposite of `bool`.
    ///
    /// # Errors
    /// Of other types.
    pub fn logical_not(&self) -> Result<Tensor> {
        self.check_type("logical_not", DType::Bool)?;
        Tensor::map("logical_not", Map::Not, DType::Bool, &[self])
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $with_number:ident;)*) => {$(
        impl ops::$trait<&Tensor> for &Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: &Tensor) -> Result<Tensor> {
                Tensor::$method(self, other)
            }
        }
        impl ops::$trait<Tensor> for &Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: Tensor) -> Result<Tensor> {
                Tensor::$method(self, &other)
            }
        }
        impl ops::$trait<&Tensor> for Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: &Tensor) -> Result<Tensor> {
                Tensor::$method(&self, other)
            }
        }
        impl ops::$trait<Tensor> for Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: Tensor) -> Result<Tensor> {
                Tensor::$method(&self, &other)
            }
        }
        impl ops::$trait<Result<Tensor>> for &Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: Result<Tensor>) -> Result<Tensor> {
                Tensor::$method(self, &other?)
            }
        }
        impl ops::$trait<Result<Tensor>> for Tensor {
            type Output = Result<Tensor>;
            fn $method(self, other: Result<Tensor>) -> Result<Tensor> {
                Tensor::$method(&self, &other?)
            }
        }
        operators! { @number $trait $method $with_number f64 }
        operators! { @number $trait $method $with_number i64 }
    )*};
    (@number $trait:ident $method:ident $with_number:ident $type:ty) => {
        impl ops::$trait<$type> for &Tensor {
            type Output = Result<Tensor>;
            fn $method(self, number: $type) -> Result<Tensor> {
                self.$with_number(number)
            }
        }
        impl ops::$trait<$type> for Tensor {
            type Output = Result<Tensor>;
            fn $method(self, number: $type) -> Result<Tensor> {
                self.$with_number(number)
            }
        }
    };
}

operators! {
    Add add add_number;
    Sub sub sub_number;
    Mul mul mul_number;
    Div div div_number;
}

macro_rules! numbers_first {
    ($($trait:ident $method:ident $with_number:ident;)*) => {$(
        numbers_first! { @type $trait $method $with_number f64 }
        numbers_first! { @type $trait $method $with_number i64 }
    )*};
    (@type $trait:ident $method:ident $with_number:ident $type:ty) => {
        impl ops::$trait<&Tensor> for $type {
            type Output = Result<Tensor>;
            fn $method(self, tensor: &Tensor) -> Result<Tensor> {
                tensor.$with_number(self)
            }
        }
        impl ops::$trait<Tensor> for $type {
            type Output = Result<Tensor>;
            fn $method(self, tensor: Tensor) -> Result<Tensor> {
                tensor.$with_number(self)
            }
        }
    };
}

numbers_first! {
    Add add add_number;
    Sub sub number_sub;
    Mul mul mul_number;
    Div div number_div;
}

impl ops::Neg for Tensor {
    type Output = Result<Tensor>;
    fn neg(self) -> Result<Tensor> {
        Tensor::neg(&self)
    }
}

impl ops::Neg for &Tensor {
    type Output = Result<Tensor>;
    fn neg(self) -> Result<Tensor> {
        Tensor::neg(self)
    }
}
