//! Losses: means over all samples.

use rustg_tensor::{Error, Function, Result, Tensor};

/// The mean cross entropy of scores, `[n, classes]` or `[n, classes, ..]`, with labels of `i64`, `[n]` or `[n, ..]`.
///
/// # Errors
/// Where shapes or types do not fit. A label that is no class is a panic of the kernel: the error that the next
/// [`Tensor::to_vec`] of the device returns.
pub fn cross_entropy(scores: &Tensor, labels: &Tensor) -> Result<Tensor> {
    cross_entropy_smoothed(scores, labels, 0.0)
}

/// The same, where each label's class has 1 - smoothing, and all share the rest.
///
/// # Errors
/// As [`cross_entropy`].
pub fn cross_entropy_smoothed(scores: &Tensor, labels: &Tensor, smoothing: f64) -> Result<Tensor> {
    let (scores, labels) = rows("cross_entropy", scores, labels)?;
    // a label that is no class is found here, a negative one too
    let n = scores.side(1)?;
    let labels = labels.masked_fill(&labels.lt_number(0)?, n as i64)?;
    let labels = Tensor::arange(scores.device(), n)?.index_select(0, &labels)?.unsqueeze(1)?;
    CrossEntropy { smoothing }.apply(&[&scores, &labels])
}

/// Of rows of scores with labels: nothing of the size of the scores is kept for the gradient.
struct CrossEntropy {
    smoothing: f64,
}

impl CrossEntropy {
    /// What each class of a row is to have.
    fn wanted(&self, scores: &Tensor, labels: &Tensor) -> Result<Tensor> {
        let classes = scores.side(1)?;
        let is_own = Tensor::arange(scores.device(), classes)?.eq(labels)?;
        let rest = self.smoothing / classes as f64;
        is_own.to_dtype(scores.dtype())?.mul_number(1.0 - self.smoothing)?.add_number(rest)
    }
}

impl Function for CrossEntropy {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        let wanted = self.wanted(&inputs[0], &inputs[1])?;
        let logs = inputs[0].log_softmax(1)?;
        // a class that is not wanted may have probability 0
        let zero = Tensor::zeros(logs.device(), logs.dtype(), &[])?;
        let parts = Tensor::where_(&wanted.eq_number(0.0)?, &zero, &logs.mul(&wanted)?)?;
        parts.sum_axes(&[1], true)?.mean_all()?.neg()
    }
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let share = gradient.div_number(inputs[0].side(0)? as f64)?;
        let apart = inputs[0].softmax(1)?.sub(&self.wanted(&inputs[0], &inputs[1])?)?;
        Ok(vec![Some(apart.mul(&share)?), None])
    }
}

/// Classes as the last of two sides, and labels as one row.
fn rows(what: &'static str, scores: &Tensor, labels: &Tensor) -> Result<(Tensor, Tensor)> {
    let wrong = || Error::Shape { what, shapes: vec![scores.shape().to_vec(), labels.shape().to_vec()] };
    let [n, classes, rest @ ..] = scores.shape() else { return Err(wrong()) };
    if labels.shape().split_first() != Some((n, rest)) || scores.is_empty() {
        return Err(wrong());
    }
    let mut order: Vec<usize> = (0..scores.rank()).filter(|d| *d != 1).collect();
    order.push(1);
    let flat = scores.permute(&order)?.reshape(&[scores.len() / classes, *classes])?;
    Ok((flat, labels.reshape(&[labels.len()])?))
}

/// The mean of the negative elements that labels choose, as of logarithms of probabilities.
///
/// # Errors
/// As [`cross_entropy`].
pub fn nll_loss(logs: &Tensor, labels: &Tensor) -> Result<Tensor> {
    let (logs, labels) = rows("nll_loss", logs, labels)?;
    logs.gather(1, &labels.unsqueeze(1)?)?.mean_all()?.neg()
}

fn same(what: &'static str, a: &Tensor, b: &Tensor) -> Result<()> {
    if a.shape() == b.shape() {
        return Ok(());
    }
    Err(Error::Shape { what, shapes: vec![a.shape().to_vec(), b.shape().to_vec()] })
}

/// The mean of squares of differences.
///
/// # Errors
/// Where shapes differ.
pub fn mse_loss(found: &Tensor, wanted: &Tensor) -> Result<Tensor> {
    same("mse_loss", found, wanted)?;
    found.sub(wanted)?.square()?.mean_all()
}

/// The mean of differences without their sign.
///
/// # Errors
/// Where shapes differ.
pub fn l1_loss(found: &Tensor, wanted: &Tensor) -> Result<Tensor> {
    same("l1_loss", found, wanted)?;
    found.sub(wanted)?.abs()?.mean_all()
}

/// Squares of small differences, halved, and in a straight line from `delta` on: their mean.
///
/// # Errors
/// Where shapes differ.
pub fn huber_loss(found: &Tensor, wanted: &Tensor, delta: f64) -> Result<Tensor> {
    same("huber_loss", found, wanted)?;
    let apart = found.sub(wanted)?.abs()?;
    let far = apart.sub_number(0.5 * delta)?.mul_number(delta)?;
    Tensor::where_(&apart.le_number(delta)?, &apart.square()?.mul_number(0.5)?, &far)?.mean_all()
}

/// The mean binary cross entropy of probabilities; logarithms are at least -100.
///
/// # Errors
/// Where shapes differ.
pub fn bce_loss(found: &Tensor, wanted: &Tensor) -> Result<Tensor> {
    same("bce_loss", found, wanted)?;
    BinaryOf.apply(&[found, wanted])?.mean_all()
}

/// The logarithm that has an end.
fn ended_log(x: &Tensor) -> Result<Tensor> {
    x.ln()?.clamp(-100.0, f64::INFINITY)
}

/// Binary cross entropy of each element. The slope has an end where a probability is 0 or 1, as PyTorch's has.
struct BinaryOf;

impl Function for BinaryOf {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        let [found, wanted] = inputs else { return Err(Error::argument("bce_loss", "it is of two")) };
        let is = wanted.mul(&ended_log(found)?)?;
        is.add(&wanted.number_sub(1.0)?.mul(&ended_log(&found.number_sub(1.0)?)?)?)?.neg()
    }
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let [found, wanted] = inputs else { return Err(Error::argument("bce_loss", "it is of two")) };
        let rest = found.number_sub(1.0)?;
        // an f32 in PyTorch
        let width = found.mul(&rest)?.clamp(1e-12f32, f64::INFINITY)?;
        let of_found = gradient.mul(&found.sub(wanted)?.div(&width)?)?;
        let of_wanted = gradient.mul(&ended_log(&rest)?.sub(&ended_log(found)?)?)?;
        Ok(vec![Some(of_found), Some(of_wanted)])
    }
}

/// The same of scores whose sigmoids are the probabilities, without their overflow.
///
/// # Errors
/// Where shapes differ.
pub fn bce_with_logits(scores: &Tensor, wanted: &Tensor) -> Result<Tensor> {
    same("bce_with_logits", scores, wanted)?;
    BinaryOfScores.apply(&[scores, wanted])?.mean_all()
}

/// Binary cross entropy of scores. The formula has a corner at 0, and the function that it stands for has none.
struct BinaryOfScores;

impl Function for BinaryOfScores {
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor> {
        let [scores, wanted] = inputs else { return Err(Error::argument("bce_with_logits", "it is of two")) };
        let soft = scores.abs()?.neg()?.exp()?.log1p()?;
        scores.relu()?.sub(&scores.mul(wanted)?)?.add(&soft)
    }
    fn backward(&self, inputs: &[Tensor], _: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>> {
        let [scores, wanted] = inputs else { return Err(Error::argument("bce_with_logits", "it is of two")) };
        let of_scores = gradient.mul(&scores.sigmoid()?.sub(wanted)?)?;
        Ok(vec![Some(of_scores), Some(gradient.mul(scores)?.neg()?)])
    }
}
