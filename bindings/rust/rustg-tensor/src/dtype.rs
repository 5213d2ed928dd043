use std::fmt;

/// Element types of tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DType {
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `u32`: labels and row numbers; no arithmetic.
    U32,
}

impl DType {
    /// As kernels are named for it.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::U32 => "u32",
        }
    }

    /// Whether there is arithmetic on it.
    pub fn is_float(self) -> bool {
        self != DType::U32
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.suffix())
    }
}
