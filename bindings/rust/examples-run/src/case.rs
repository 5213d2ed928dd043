//! One launch: its arguments and results as files, and a row of the list of cases.

use crate::npy::{self, Element};
use rustg_std::cpu::{Dim, LaunchError, Output, launch_with_shared};
use rustg_std::prelude::*;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

/// Where cases are written to.
pub struct Cases {
    dir: PathBuf,
    rows: Vec<String>,
}

impl Cases {
    pub fn new(dir: &Path) -> io::Result<Cases> {
        std::fs::create_dir_all(dir)?;
        Ok(Cases { dir: dir.to_path_buf(), rows: Vec::new() })
    }

    /// Begins a case: a kernel of a file of examples/kernels, launched so.
    pub fn case(&mut self, file: &str, kernel: &str, grid: impl Into<Dim>, block: impl Into<Dim>) -> Case<'_> {
        let stem = format!("{:02}_{kernel}", self.rows.len());
        Case {
            cases: self,
            file: file.into(),
            kernel: kernel.into(),
            stem,
            grid: grid.into(),
            block: block.into(),
            args: Vec::new(),
            ulps: 0,
        }
    }

    pub fn finish(self) -> io::Result<()> {
        std::fs::write(self.dir.join("cases.json"), format!("[\n{}\n]\n", self.rows.join(",\n")))
    }
}

pub struct Case<'c> {
    cases: &'c mut Cases,
    file: String,
    kernel: String,
    stem: String,
    grid: Dim,
    block: Dim,
    args: Vec<String>,
    ulps: u32,
}

impl Case<'_> {
    /// The results may differ by so many units in the last place: the kernel calls transcendental functions.
    pub fn ulps(mut self, ulps: u32) -> Self {
        self.ulps = ulps;
        self
    }

    pub fn scalar(mut self, value: impl std::fmt::Debug) -> Self {
        self.args.push(format!("{{\"scalar\": \"{value:?}\"}}"));
        self
    }

    /// A scalar that the command line takes in a form of its own.
    pub fn scalar_text(mut self, text: &str) -> Self {
        self.args.push(format!("{{\"scalar\": \"{text}\"}}"));
        self
    }

    fn file<T: Element>(&self, what: &str, data: &[T]) -> String {
        let name = format!("{}.{}.{what}.npy", self.stem, self.args.len());
        npy::write(&self.cases.dir.join(&name), data).unwrap_or_else(|e| panic!("{name}: {e}"));
        name
    }

    pub fn input<T: Element>(mut self, data: &[T]) -> Self {
        let name = self.file("in", data);
        self.args.push(format!("{{\"in\": \"{name}\"}}"));
        self
    }

    /// An argument that is written: as it was, and as it became.
    pub fn output<T: Element>(mut self, before: &[T], after: &[T]) -> Self {
        assert_eq!(before.len(), after.len());
        let names = (self.file("in", before), self.file("out", after));
        self.args.push(format!("{{\"in\": \"{}\", \"out\": \"{}\"}}", names.0, names.1));
        self
    }

    pub fn launch(&self, kernel: impl Fn() + Sync) {
        let ran: Result<(), LaunchError> = launch_with_shared(self.grid.0, self.block.0, 0, kernel);
        ran.unwrap_or_else(|e| panic!("{}: {e}", self.kernel));
    }

    pub fn end(self) {
        let mut row = String::new();
        let (g, b) = (self.grid.0, self.block.0);
        write!(
            row,
            "  {{\"file\": \"{}\", \"kernel\": \"{}\", \"grid\": {g:?}, \"block\": {b:?}, \"ulps\": {}, \"args\": [{}]}}",
            self.file,
            self.kernel,
            self.ulps,
            self.args.join(", ")
        )
        .expect("a String grows");
        self.cases.rows.push(row);
    }
}

/// Numbers that look random and are always the same.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From lo to hi.
    pub fn f64(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn f32s(&mut self, n: usize, lo: f32, hi: f32) -> Vec<f32> {
        (0..n).map(|_| self.f64(lo as f64, hi as f64) as f32).collect()
    }

    pub fn f64s(&mut self, n: usize, lo: f64, hi: f64) -> Vec<f64> {
        (0..n).map(|_| self.f64(lo, hi)).collect()
    }

    pub fn complex(&mut self, n: usize) -> Vec<Complex<f64>> {
        (0..n).map(|_| Complex::new(self.f64(-2.0, 2.0), self.f64(-2.0, 2.0))).collect()
    }
}

/// Lends a slice to a launch.
pub fn out<T>(slice: &mut [T]) -> Output<'_, T> {
    Output::new(slice)
}
