//! Gradients in reverse.

use crate::cell::{Cell, bury};
use crate::random::{noting, repeating};
use crate::{DType, Error, Result, Tensor};
use std::cell::Cell as Flag;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What the inputs of an operation get of the gradient of its result, the first argument; the second is the result, where the
/// operation asked for it. A gradient may have the result's shape where the input was broadcast.
type Shares = dyn Fn(&Tensor, Option<&Tensor>) -> Result<Vec<Option<Tensor>>> + Send + Sync;
/// Gradients of whatever an operation depends on, by leaf.
type Whole = dyn Fn(&Tensor) -> Result<(Vec<Option<Tensor>>, Gradients)> + Send + Sync;

enum Backward {
    Leaf,
    Shares(Box<Shares>),
    Whole(Box<Whole>),
}

struct Input {
    history: Option<Arc<History>>,
    shape: Vec<usize>,
    dtype: DType,
}

/// How a tensor was made, as far as a gradient is wanted. Numbers grow from inputs to results.
pub(crate) struct History {
    id: u64,
    what: &'static str,
    inputs: Vec<Input>,
    output: Option<Arc<Cell>>,
    backward: Backward,
}

impl Drop for History {
    fn drop(&mut self) {
        bury((std::mem::take(&mut self.inputs), self.output.take()));
        bury(std::mem::replace(&mut self.backward, Backward::Leaf));
    }
}

fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

thread_local! {
    static IS_RECORDING: Flag<bool> = const { Flag::new(true) };
}

fn with_recording<R>(on: bool, work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IS_RECORDING.with(|flag| flag.set(self.0));
        }
    }
    let _restore = Restore(IS_RECORDING.with(|flag| flag.replace(on)));
    work()
}

/// Calls a function on this thread whose results have no part in gradients.
///
/// ```
/// use rustg_tensor::{Device, DType, Tensor, no_grad};
/// # fn main() -> rustg_tensor::Result<()> {
/// let x = Tensor::ones(&Device::cpu()?, DType::F32, &[2])?.tracked()?;
/// assert!(x.exp()?.is_tracked());
/// assert!(!no_grad(|| x.exp())?.is_tracked());
/// # Ok(())
/// # }
/// ```
pub fn no_grad<R>(work: impl FnOnce() -> R) -> R {
    with_recording(false, work)
}

/// Gradients of one number, by the tensors that were [tracked](Tensor::tracked).
#[derive(Clone, Default)]
pub struct Gradients {
    by_leaf: HashMap<u64, Tensor>,
}

impl Gradients {
    /// Of a tensor that was tracked; `None` where the number does not depend on it.
    pub fn of(&self, tensor: &Tensor) -> Option<&Tensor> {
        self.by_leaf.get(&tensor.history.as_ref()?.id)
    }

    /// Gives a tensor another gradient, as clipping does.
    pub fn set(&mut self, tensor: &Tensor, gradient: Tensor) {
        if let Some(history) = &tensor.history {
            self.by_leaf.insert(history.id, gradient);
        }
    }

    /// Adds those of another number, as where gradients of several batches are accumulated.
    ///
    /// # Errors
    /// Where they have other shapes; of the device.
    pub fn add(&mut self, others: &Gradients) -> Result<()> {
        others.by_leaf.iter().try_for_each(|(id, gradient)| self.add_one(*id, gradient.clone()))
    }

    fn add_one(&mut self, id: u64, gradient: Tensor) -> Result<()> {
        let sum = match self.by_leaf.remove(&id) {
            Some(sum) => sum.add(&gradient)?,
            None => gradient,
        };
        self.by_leaf.insert(id, sum);
        Ok(())
    }
}

impl fmt::Debug for Gradients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gradients of {} tensors", self.by_leaf.len())
    }
}

impl Tensor {
    /// The same as a tensor whose gradient is wanted: [`Tensor::backward`] gives it for all that is made of this.
    ///
    /// # Errors
    /// Where it is not of floats or complex numbers.
    pub fn tracked(&self) -> Result<Tensor> {
        if !self.dtype().is_rounded() {
            return Err(Error::DType { what: "tracked", dtypes: vec![self.dtype()] });
        }
        let history =
            History { id: next_id(), what: "leaf", inputs: Vec::new(), output: None, backward: Backward::Leaf };
        Ok(Tensor { cell: self.cell.clone(), history: Some(Arc::new(history)) })
    }

    /// The same without a part in gradients.
    pub fn detached(&self) -> Tensor {
        Tensor::of_cell(self.cell.clone())
    }

    /// Whether gradients of it are wanted, or of what it was made of.
    pub fn is_tracked(&self) -> bool {
        self.history.is_some()
    }

    fn with(self, what: &'static str, inputs: &[&Tensor], keeps_output: bool, backward: Backward) -> Tensor {
        let is_recorded = IS_RECORDING.with(Flag::get) && self.dtype().is_rounded();
        let is_whole = matches!(backward, Backward::Whole(_));
        if !is_recorded || !(is_whole || inputs.iter().any(|input| input.is_tracked())) {
            return self;
        }
        let inputs = inputs.iter().map(|input| Input {
            history: input.history.clone(),
            shape: input.shape().to_vec(),
            dtype: input.dtype(),
        });
        let output = if keeps_output { Some(self.cell.clone()) } else { None };
        let history = History { id: next_id(), what, inputs: inputs.collect(), output, backward };
        Tensor { cell: self.cell, history: Some(Arc::new(history)) }
    }

    /// As the result of an operation, with what its inputs get of its gradient.
    pub(crate) fn with_history(
        self,
        what: &'static str,
        inputs: &[&Tensor],
        shares: impl Fn(&Tensor, Option<&Tensor>) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
    ) -> Tensor {
        self.with(what, inputs, false, Backward::Shares(Box::new(shares)))
    }

    /// The same where the shares are made of the result too.
    pub(crate) fn with_history_of_output(
        self,
        what: &'static str,
        inputs: &[&Tensor],
        shares: impl Fn(&Tensor, &Tensor) -> Result<Vec<Option<Tensor>>> + Send + Sync + 'static,
    ) -> Tensor {
        let missing = || Error::argument("backward", "a result was not kept");
        let shares: Box<Shares> = Box::new(move |g, y| shares(g, y.ok_or_else(missing)?));
        self.with(what, inputs, true, Backward::Shares(shares))
    }

    /// The gradients of this number with respect to all that it was made of and is tracked.
    ///
    /// # Errors
    /// Where it has more than one element, or depends on nothing tracked; of the device.
    pub fn backward(&self) -> Result<Gradients> {
        no_grad(|| self.gradients(None))
    }

    /// The same, whose results have gradients in their turn.
    ///
    /// # Errors
    /// As [`Tensor::backward`].
    pub fn backward_recorded(&self) -> Result<Gradients> {
        with_recording(true, || self.gradients(None))
    }

    /// The gradients of the sum of this times `gradient`, which has this shape.
    ///
    /// # Errors
    /// As [`Tensor::backward`], and where the shapes differ.
    pub fn backward_with(&self, gradient: &Tensor) -> Result<Gradients> {
        no_grad(|| self.gradients(Some(gradient)))
    }

    fn gradients(&self, gradient: Option<&Tensor>) -> Result<Gradients> {
        const WHAT: &str = "backward";
        let last = self.history.clone().ok_or_else(|| Error::argument(WHAT, "this depends on nothing tracked"))?;
        let first = match gradient {
            Some(gradient) if gradient.shape() == self.shape() => gradient.to_dtype(self.dtype())?,
            None if self.dtype().is_complex() => {
                return Err(Error::argument(WHAT, "a complex number is not larger or smaller; take a real one of it"));
            }
            None if self.len() == 1 => Tensor::ones(self.device(), self.dtype(), self.shape())?,
            other => {
                let shapes = [Some(self), other].into_iter().flatten().map(|t| t.shape().to_vec()).collect();
                return Err(Error::Shape { what: WHAT, shapes });
            }
        };
        let mut leaves = Gradients::default();
        let mut pending: BTreeMap<u64, (Arc<History>, Tensor)> = BTreeMap::new();
        pending.insert(last.id, (last, first));
        while let Some((_, (history, gradient))) = pending.pop_last() {
            let shares = match &history.backward {
                Backward::Leaf => {
                    leaves.add_one(history.id, gradient)?;
                    continue;
                }
                Backward::Shares(shares) => {
                    let output = history.output.as_ref();
                    let output = output.map(|cell| Tensor { cell: cell.clone(), history: Some(history.clone()) });
                    shares(&gradient, output.as_ref())?
                }
                Backward::Whole(whole) => {
                    let (shares, others) = whole(&gradient)?;
                    leaves.add(&others)?;
                    shares
                }
            };
            if shares.len() != history.inputs.len() {
                let why = format!(
                    "{} has {} inputs, and {} gradients came",
                    history.what,
                    history.inputs.len(),
                    shares.len()
                );
                return Err(Error::argument(WHAT, why));
            }
            for (input, share) in history.inputs.iter().zip(shares) {
                let (Some(of), Some(share)) = (&input.history, share) else { continue };
                let share = share.to_dtype(input.dtype)?;
                let share = share.sum_to(history.what, &input.shape)?;
                let sum = match pending.remove(&of.id) {
                    Some((_, sum)) => sum.add(&share)?,
                    None => share,
                };
                pending.insert(of.id, (of.clone(), sum));
            }
        }
        Ok(leaves)
    }

    /// Itself, with a function that is given its gradient and gives what goes on in its stead.
    pub fn on_gradient(&self, hook: impl Fn(&Tensor) -> Result<Tensor> + Send + Sync + 'static) -> Tensor {
        self.detached().with_history("on_gradient", &[self], move |g, _| Ok(vec![Some(hook(g)?)]))
    }
}

/// A function of tensors with a gradient of its own, as one that launches kernels of yours.
pub trait Function: Send + Sync + 'static {
    /// Its result.
    ///
    /// # Errors
    /// As it says.
    fn forward(&self, inputs: &[Tensor]) -> Result<Tensor>;

    /// What each input gets of the gradient of the result; `None` where there is none. Where it is made of operations of tensors, it
    /// has a gradient too.
    ///
    /// # Errors
    /// As it says.
    fn backward(&self, inputs: &[Tensor], output: &Tensor, gradient: &Tensor) -> Result<Vec<Option<Tensor>>>;

    /// Its result, with a part in gradients.
    ///
    /// # Errors
    /// As [`Function::forward`].
    fn apply(self, inputs: &[&Tensor]) -> Result<Tensor>
    where
        Self: Sized,
    {
        let plain: Vec<Tensor> = inputs.iter().map(|input| input.detached()).collect();
        let value = no_grad(|| self.forward(&plain))?.detached();
        // with their histories: a gradient that is recorded has a gradient in its turn
        let own: Vec<Tensor> = inputs.iter().map(|input| (*input).clone()).collect();
        Ok(value.with_history_of_output("apply", inputs, move |g, y| self.backward(&own, y, g)))
    }
}

/// Calls a function of tensors and keeps nothing of what it computes between: for the gradient it is called once more. What it
/// draws of a [`Random`](crate::Random) it draws the same again.
///
/// # Errors
/// Those of the function.
pub fn checkpoint(
    work: impl Fn(&[Tensor]) -> Result<Tensor> + Send + Sync + 'static,
    inputs: &[&Tensor],
) -> Result<Tensor> {
    let plain: Vec<Tensor> = inputs.iter().map(|input| input.detached()).collect();
    let (value, draws) = noting(|| no_grad(|| work(&plain)));
    let value = value?.detached();
    let is_wanted: Vec<bool> = inputs.iter().map(|input| input.is_tracked()).collect();
    let histories: Vec<Tensor> = inputs.iter().map(|input| (*input).clone()).collect();
    let whole = move |gradient: &Tensor| {
        if IS_RECORDING.with(Flag::get) {
            // a gradient that has one in its turn: through the inputs' own histories, down to the leaves
            let again = repeating(&draws, || work(&histories))?;
            let all = if again.is_tracked() { again.gradients(Some(gradient))? } else { Gradients::default() };
            return Ok((vec![None; histories.len()], all));
        }
        let own = plain.iter().zip(&is_wanted).map(|(x, wanted)| if *wanted { x.tracked() } else { Ok(x.clone()) });
        let own: Vec<Tensor> = own.collect::<Result<_>>()?;
        let again = repeating(&draws, || with_recording(true, || work(&own)))?;
        if !again.is_tracked() {
            return Ok((vec![None; own.len()], Gradients::default()));
        }
        let mut all = again.gradients(Some(gradient))?;
        let mut take = |x: &Tensor| x.history.as_ref().and_then(|history| all.by_leaf.remove(&history.id));
        let shares = own.iter().zip(&is_wanted).map(|(x, wanted)| if *wanted { take(x) } else { None }).collect();
        Ok((shares, all))
    };
    Ok(value.with("checkpoint", inputs, false, Backward::Whole(Box::new(whole))))
}
