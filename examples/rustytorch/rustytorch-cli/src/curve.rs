//! Losses of epochs in a file, a number a line.

use crate::Outcome;

/// Writes them.
pub fn save(path: &str, losses: &[f64]) -> Outcome<()> {
    let lines: String = losses.iter().map(|loss| format!("{loss:.9}\n")).collect();
    std::fs::write(path, lines).map_err(|error| format!("{path}: {error}").into())
}

/// Reads them.
pub fn load(path: &str) -> Outcome<Vec<f64>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    text.lines().map(|line| line.parse().map_err(|_| format!("{path}: `{line}` is no number").into())).collect()
}

/// The largest share of a loss by which the two differ.
pub fn compare(wanted: &[f64], found: &[f64], tolerance: f64) -> Outcome<f64> {
    if wanted.len() != found.len() {
        return Err(format!("{} epochs are compared with {}", found.len(), wanted.len()).into());
    }
    let mut most = 0.0f64;
    for (n, (w, f)) in wanted.iter().zip(found).enumerate() {
        let apart = (w - f).abs() / w.abs().max(1e-12);
        if apart.is_nan() || apart > tolerance {
            return Err(format!("epoch {}: the loss is {f:.9}, not {w:.9}", n + 1).into());
        }
        most = most.max(apart);
    }
    Ok(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_compared() {
        assert_eq!(compare(&[2.0, 1.0], &[2.0, 1.0], 0.0).unwrap(), 0.0);
        assert!(compare(&[2.0, 1.0], &[2.001, 1.0], 1e-3).is_ok());
        let error = compare(&[2.0, 1.0], &[2.0, 1.1], 1e-3).unwrap_err().to_string();
        assert_eq!(error, "epoch 2: the loss is 1.100000000, not 1.000000000");
        assert!(compare(&[1.0], &[f64::NAN], 1.0).is_err());
        assert!(compare(&[1.0], &[1.0, 1.0], 1.0).is_err());
        assert!(load("/no/such/file").is_err());
    }
}
