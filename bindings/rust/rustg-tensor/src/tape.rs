use crate::{Error, Parameter, Result, Tensor};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// What an input gets of the gradient of a result.
pub(crate) type Share = Box<dyn Fn(&Tensor) -> Result<Tensor>>;

struct Node {
    shape: Vec<usize>,
    /// The inputs that want a gradient.
    shares: Vec<(usize, Share)>,
}

#[derive(Default)]
struct Record {
    nodes: Vec<Node>,
    parameters: HashMap<u64, usize>,
}

/// What was computed, so that gradients can be.
///
/// Operations on [`Variable`]s of a tape are noted in it; [`Variable::backward`] walks it back. A tape is for one pass: the next
/// one begins with a new tape.
#[derive(Clone)]
pub struct Tape {
    record: Option<Rc<RefCell<Record>>>,
}

impl Tape {
    /// An empty tape.
    #[expect(clippy::new_without_default, reason = "a default tape could as well be one that notes nothing")]
    pub fn new() -> Tape {
        Tape { record: Some(Rc::default()) }
    }

    /// A tape that notes nothing: for results without gradients.
    pub fn without_gradients() -> Tape {
        Tape { record: None }
    }

    /// A tensor as an input without a gradient.
    pub fn constant(&self, value: Tensor) -> Variable {
        Variable { value, tape: self.clone(), node: None }
    }

    /// A tensor whose gradient is wanted.
    pub fn variable(&self, value: Tensor) -> Variable {
        let node = self.record.as_ref().map(|record| record.borrow_mut().add(&value, Vec::new()));
        Variable { value, tape: self.clone(), node }
    }

    /// A parameter's value. The same variable each time.
    pub fn parameter(&self, parameter: &Parameter) -> Variable {
        let node = self.record.as_ref().map(|record| {
            let known = record.borrow().parameters.get(&parameter.id()).copied();
            known.unwrap_or_else(|| {
                let mut record = record.borrow_mut();
                let node = record.add(parameter.value(), Vec::new());
                record.parameters.insert(parameter.id(), node);
                node
            })
        });
        Variable { value: parameter.value().clone(), tape: self.clone(), node }
    }

    fn is(&self, other: &Tape) -> bool {
        match (&self.record, &other.record) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Record {
    fn add(&mut self, value: &Tensor, shares: Vec<(usize, Share)>) -> usize {
        self.nodes.push(Node { shape: value.shape().to_vec(), shares });
        self.nodes.len() - 1
    }
}

impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.record {
            Some(record) => write!(f, "Tape of {} nodes", record.borrow().nodes.len()),
            None => f.write_str("Tape without gradients"),
        }
    }
}

/// A tensor on a tape.
#[derive(Clone)]
pub struct Variable {
    value: Tensor,
    tape: Tape,
    node: Option<usize>,
}

impl Variable {
    /// The tensor.
    pub fn value(&self) -> &Tensor {
        &self.value
    }

    /// The tape.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// Whether it and another are of one tape.
    pub(crate) fn check_tape(&self, other: &Variable) -> Result<()> {
        if self.tape.is(&other.tape) {
            Ok(())
        } else {
            Err(Error::Tape { what: "the variables are of different tapes" })
        }
    }

    /// A result, with what each of its inputs gets of its gradient.
    pub(crate) fn result<const N: usize>(&self, value: Tensor, inputs: [(&Variable, Share); N]) -> Variable {
        let shares: Vec<(usize, Share)> =
            inputs.into_iter().filter_map(|(input, share)| input.node.map(|node| (node, share))).collect();
        let node = match &self.tape.record {
            Some(record) if !shares.is_empty() => Some(record.borrow_mut().add(&value, shares)),
            _ => None,
        };
        Variable { value, tape: self.tape.clone(), node }
    }

    /// The gradients of this number with respect to all that it was made of.
    ///
    /// # Errors
    /// Where it has more than one element, or depends on nothing whose gradient is wanted; of the device.
    pub fn backward(&self) -> Result<Gradients> {
        let (Some(last), Some(record)) = (self.node, &self.tape.record) else {
            return Err(Error::Tape { what: "backward: this depends on no variable or parameter" });
        };
        if self.value.len() != 1 {
            return Err(Error::Tape { what: "backward: gradients are of one number, and this is more or none" });
        }
        let record = record.borrow();
        let mut of_nodes: Vec<Option<Tensor>> = vec![None; last + 1];
        of_nodes[last] = Some(Tensor::full_of(self.value.device(), self.value.dtype(), 1.0, self.value.shape())?);
        for (n, node) in record.nodes.iter().enumerate().take(last + 1).rev() {
            if node.shares.is_empty() {
                continue;
            }
            // what is between is not asked for later: its memory can go
            let Some(gradient) = of_nodes[n].take() else { continue };
            for (input, share) in &node.shares {
                let part = share(&gradient)?.sum_to(&record.nodes[*input].shape)?;
                of_nodes[*input] = Some(match of_nodes[*input].take() {
                    Some(sum) => sum.add(&part)?,
                    None => part,
                });
            }
        }
        let parameters = record.parameters.iter().map(|(id, node)| (*id, *node)).collect();
        Ok(Gradients { of_nodes, parameters, tape: self.tape.clone() })
    }
}

impl fmt::Debug for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variable({:?})", self.value)
    }
}

/// Gradients of one number: of the variables and parameters that it depends on.
pub struct Gradients {
    of_nodes: Vec<Option<Tensor>>,
    parameters: HashMap<u64, usize>,
    tape: Tape,
}

impl Gradients {
    /// Of a variable that [`Tape::variable`] made; `None` where the number does not depend on it.
    pub fn of(&self, variable: &Variable) -> Option<&Tensor> {
        if !self.tape.is(&variable.tape) {
            return None;
        }
        self.of_nodes.get(variable.node?)?.as_ref()
    }

    /// Of a parameter; `None` where the number does not depend on it.
    pub fn of_parameter(&self, parameter: &Parameter) -> Option<&Tensor> {
        self.of_nodes.get(*self.parameters.get(&parameter.id())?)?.as_ref()
    }
}

impl fmt::Debug for Gradients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gradients of {} variables", self.of_nodes.iter().flatten().count())
    }
}
