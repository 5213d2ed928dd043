//! Shapes and strides.

use crate::{Error, Result};

/// Elements of a tensor at most: a block's step behind the last one is a `u32` too.
const MOST: usize = (1 << 32) - (1 << 16);

/// Dimensions that kernels count, after merging.
pub(crate) const RANK: usize = 8;

/// Elements of a shape. Empty sides make no shape small: strides are products of the others.
pub(crate) fn count(shape: &[usize]) -> Result<usize> {
    let too_large = || Error::TooLarge { shape: shape.to_vec() };
    let product = shape.iter().try_fold(1usize, |n, side| n.checked_mul((*side).max(1)));
    let n = product.filter(|n| *n <= MOST).ok_or_else(too_large)?;
    Ok(if shape.contains(&0) { 0 } else { n })
}

/// Strides of a tensor whose elements lie in order of rows.
pub(crate) fn row_major(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for d in (1..shape.len()).rev() {
        strides[d - 1] = strides[d] * shape[d].max(1);
    }
    strides
}

/// Whether elements lie in order of rows without gaps. Strides of sides of 1 do not matter.
pub(crate) fn is_row_major(shape: &[usize], strides: &[usize]) -> bool {
    shape.iter().zip(strides).zip(row_major(shape)).all(|((side, stride), wanted)| *side == 1 || *stride == wanted)
}

/// Elements from the first to the last one, both counted.
pub(crate) fn span(shape: &[usize], strides: &[usize]) -> usize {
    if shape.contains(&0) {
        return 0;
    }
    1 + shape.iter().zip(strides).map(|(side, stride)| (side - 1) * stride).sum::<usize>()
}

/// The shape that two broadcast to: sides are compared from the last on, and 1 becomes the other's.
pub(crate) fn broadcast(what: &'static str, a: &[usize], b: &[usize]) -> Result<Vec<usize>> {
    let rank = a.len().max(b.len());
    let side = |shape: &[usize], d: usize| (d + shape.len()).checked_sub(rank).map_or(1, |own| shape[own]);
    (0..rank)
        .map(|d| match (side(a, d), side(b, d)) {
            (x, y) if x == y => Ok(x),
            (1, y) => Ok(y),
            (x, 1) => Ok(x),
            _ => Err(Error::Shape { what, shapes: vec![a.to_vec(), b.to_vec()] }),
        })
        .collect()
}

/// Strides of a tensor seen in a larger shape that it broadcasts to.
pub(crate) fn broadcast_strides(shape: &[usize], strides: &[usize], to: &[usize]) -> Option<Vec<usize>> {
    let missing = to.len().checked_sub(shape.len())?;
    let mut wide = vec![0; missing];
    for ((side, stride), wanted) in shape.iter().zip(strides).zip(&to[missing..]) {
        match (side, wanted) {
            (x, y) if x == y => wide.push(*stride),
            (1, _) => wide.push(0),
            _ => return None,
        }
    }
    Some(wide)
}

/// A shape and strides in it with as few dimensions as say it, and at most `RANK`.
pub(crate) struct Merged {
    pub(crate) shape: [u32; RANK],
    pub(crate) strides: Vec<[u32; RANK]>,
    /// Dimensions; they are the first ones.
    pub(crate) rank: usize,
}

/// Merges neighbouring dimensions that every tensor runs through without a gap, and drops sides of 1.
pub(crate) fn merge(shape: &[usize], strides: &[&[usize]]) -> Result<Merged> {
    let too_large = || Error::TooLarge { shape: shape.to_vec() };
    let mut merged: Vec<(usize, Vec<usize>)> = Vec::new();
    for (d, side) in shape.iter().enumerate().filter(|(_, side)| **side != 1) {
        let own: Vec<usize> = strides.iter().map(|of| of[d]).collect();
        match merged.last_mut() {
            Some((outer, outer_strides)) if outer_strides.iter().zip(&own).all(|(o, i)| *o == i * side) => {
                *outer *= side;
                *outer_strides = own;
            }
            _ => merged.push((*side, own)),
        }
    }
    if merged.len() > RANK {
        return Err(too_large());
    }
    let mut all = Merged { shape: [1; RANK], strides: vec![[0; RANK]; strides.len()], rank: merged.len() };
    let narrow = |n: usize| u32::try_from(n).map_err(|_| too_large());
    for (d, (side, own)) in merged.iter().enumerate() {
        all.shape[d] = narrow(*side)?;
        for (to, stride) in all.strides.iter_mut().zip(own) {
            to[d] = narrow(*stride)?;
        }
    }
    Ok(all)
}

/// An axis that may be counted from the end, as -1 is the last.
pub(crate) fn axis(what: &'static str, axis: i64, shape: &[usize]) -> Result<usize> {
    let from_start = if axis < 0 { axis + shape.len() as i64 } else { axis };
    let inside = usize::try_from(from_start).ok().filter(|axis| *axis < shape.len());
    inside.ok_or_else(|| Error::Axis { what, axis, shape: shape.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_broadcast_from_the_last_side_on() {
        assert_eq!(broadcast("add", &[3, 1, 5], &[4, 1]).unwrap(), [3, 4, 5]);
        assert_eq!(broadcast("add", &[], &[2]).unwrap(), [2]);
        assert!(broadcast("add", &[3], &[4]).is_err());
        assert_eq!(broadcast_strides(&[4, 1], &[1, 1], &[3, 4, 5]), Some(vec![0, 1, 0]));
        assert_eq!(broadcast_strides(&[3, 4], &[4, 1], &[4]), None);
    }

    #[test]
    fn dimensions_without_gaps_are_merged() {
        let layout = merge(&[2, 3, 1, 4], &[&[12, 4, 9, 1]]).unwrap();
        assert_eq!((layout.shape[0], layout.rank), (24, 1));
        let layout = merge(&[2, 3, 4], &[&[12, 4, 1], &[0, 4, 1]]).unwrap();
        assert_eq!((layout.rank, layout.shape[..2].to_vec()), (2, vec![2, 12]));
        assert_eq!((layout.strides[0][..2].to_vec(), layout.strides[1][..2].to_vec()), (vec![12, 1], vec![0, 1]));
        assert_eq!(merge(&[], &[&[]]).unwrap().rank, 0);
        assert_eq!(axis("sum", -1, &[2, 3]).unwrap(), 1);
        assert!(axis("sum", 2, &[2, 3]).is_err() && axis("sum", -3, &[2, 3]).is_err());
    }

    #[test]
    fn what_kernels_cannot_count_is_too_large() {
        assert!(count(&[1 << 16, 1 << 16]).is_err());
        assert!(count(&[usize::MAX, 2]).is_err());
        assert!(count(&[0, usize::MAX, 2]).is_err());
        assert_eq!(count(&[3, 0, 2]).unwrap(), 0);
        let shape = [2; 9];
        let gaps: Vec<usize> = (0..9).map(|d| 3usize.pow(d)).collect();
        assert!(matches!(merge(&shape, &[&gaps]), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn spans_and_orders() {
        assert_eq!(span(&[2, 3], &[3, 1]), 6);
        assert_eq!(span(&[2, 0], &[3, 1]), 0);
        assert_eq!(span(&[], &[]), 1);
        assert!(is_row_major(&[2, 1, 3], &[3, 77, 1]));
        assert!(!is_row_major(&[2, 3], &[1, 2]));
    }
}
