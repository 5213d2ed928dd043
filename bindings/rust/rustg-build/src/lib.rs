//! For build scripts: compiles kernels into the program. The machine that it then runs on needs neither CUDA's compiler
//! nor a C compiler, nor a GPU.
//!
//! In `main` of build.rs:
//!
//! ```no_run
//! rustg_build::Kernels::new("kernels").build();
//! ```
//!
//! and in the program `rustg::include_kernels!();`, which declares `struct Kernels` with a function to load them onto a
//! device and one to launch each: for `#[kernel] pub fn saxpy(a: f32, x: &[f32], mut y: GridMut<f32>)`
//!
//! ```text
//! pub fn load(device: &Device) -> Result<Kernels, Error>
//! pub fn saxpy<'a>(&self, stream: &Stream, config: impl Into<LaunchConfig>,
//!              a: f32, x: impl Into<Slice<'a, f32>>, y: impl Into<SliceMut<'a, f32>>) -> Result<(), Error>
//! ```
//!
//! so a wrong argument is an error of rustc's. Embedded are machine code for the CPU, linked into the program, and
//! where NVRTC is found cubins and PTX.
//!
//! With [`Kernels::with_rustc`] rustc compiles the same files, against the crate `rustg-std`: then `cargo check` and
//! editors see them as they see any Rust. `cargo rustg check` of the crate `cargo-rustg` shows the errors that rustg
//! finds, in editors too.
//!
//! [`CudaKernels`] does the same for kernels of CUDA C++.

mod archive;
mod cuda;
mod generate;
mod message;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

pub use cuda::CudaKernels;
use rustg::{CompilationResult, Error, ErrorKind, GpuCompiler, Output};

/// Cubins for those of these that NVRTC knows, and PTX: the newest runs on whatever comes later.
const ARCHITECTURES: [&str; 8] = ["sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_110", "sm_120"];

/// Kernels to compile.
#[derive(Clone, Debug)]
pub struct Kernels {
    path: PathBuf,
    name: String,
    archs: Vec<String>,
    cfgs: Vec<String>,
    instances: Vec<String>,
    types: BTreeMap<String, String>,
    fast_math: bool,
    has_rustc: bool,
    may_drop_archs: bool,
}

impl Kernels {
    /// path: a file; or a folder, of which `mod.rs` or `lib.rs` is the root, or else every file by itself.
    pub fn new(path: impl Into<PathBuf>) -> Kernels {
        Kernels {
            path: path.into(),
            name: "Kernels".into(),
            archs: architectures(),
            cfgs: Vec::new(),
            instances: Vec::new(),
            types: BTreeMap::new(),
            fast_math: false,
            has_rustc: false,
            may_drop_archs: env::var("RUSTG_CUDA_ARCHITECTURES").unwrap_or_default().is_empty(),
        }
    }

    /// The kernels are compiled by rustc too, as part of the crate: `cargo check` and editors see them without a `mod`
    /// of their own. The crate depends on `rustg-std` for it.
    pub fn with_rustc(mut self) -> Kernels {
        self.has_rustc = true;
        self
    }

    /// The struct's name, for `rustg::include_kernels!(Name)`. Without, `Kernels`.
    pub fn named(mut self, name: impl Into<String>) -> Kernels {
        self.name = name.into();
        self
    }

    /// Architectures of cubins and PTX: "sm_90" or "90". Without, those of the variable RUSTG_CUDA_ARCHITECTURES
    /// ("90;120"), else 75 to 120, as far as NVRTC knows them.
    pub fn architectures<S: Into<String>>(mut self, archs: impl IntoIterator<Item = S>) -> Kernels {
        let archs: Vec<String> = archs.into_iter().map(Into::into).collect();
        self.archs = architectures_in(&archs.join(";"));
        self.may_drop_archs = false;
        self
    }

    /// What `cfg` finds set: `name` or `name="value"`.
    pub fn cfg(mut self, cfg: impl Into<String>) -> Kernels {
        self.cfgs.push(cfg.into());
        self
    }

    /// An instance of a generic kernel: `k::<f32>`, which becomes the kernel `k__f32`. Generic kernels that none names
    /// are checked only.
    pub fn instance(mut self, instance: impl Into<String>) -> Kernels {
        self.instances.push(instance.into());
        self
    }

    /// A struct that kernels take, and its path in the program: `.with_type("Point", "crate::Point")`. It implements
    /// `rustg::Element`.
    pub fn with_type(mut self, name: impl Into<String>, path: impl Into<String>) -> Kernels {
        self.types.insert(name.into(), path.into());
        self
    }

    /// Fast instead of exact floating-point functions.
    pub fn fast_math(mut self) -> Kernels {
        self.fast_math = true;
        self
    }

    /// Compiles, and ends the build script where something is wrong: its errors are what cargo shows.
    pub fn build(self) {
        end_unless_good(self.try_build());
    }

    /// Compiles.
    ///
    /// # Errors
    /// The sources' errors as rustc shows them, or what else went wrong.
    pub fn try_build(self) -> Result<(), String> {
        let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this is for build scripts")?);
        println!("cargo:rerun-if-changed={}", self.path.display());
        println!("cargo:rerun-if-env-changed=RUSTG_CUDA_ARCHITECTURES");
        let prefix = self.prefix(&out);
        let (result, has_object) = self.compile(&prefix)?;
        for file in result.files() {
            println!("cargo:rerun-if-changed={}", file.name());
        }
        for path in self.without_kernels(&result)? {
            println!(
                "cargo:warning={}: there is no kernel in it: a kernel is a function with #[kernel]",
                path.display()
            );
        }
        let write = |name: &str, bytes: &[u8]| {
            let path = out.join(name);
            fs::write(&path, bytes).map_err(|problem| format!("{}: {problem}", path.display()))
        };
        write(&format!("{}.bin", self.name), &result.save().map_err(|error| error.to_string())?)?;
        let kernels = result.kernels();
        if has_object {
            let object = result.output(Output::Object, 0).map_err(|error| error.to_string())?;
            let symbols = generate::symbols(&kernels, &prefix);
            write(&format!("lib{prefix}.a"), &archive::of_object(object, &symbols))?;
            println!("cargo:rustc-link-search=native={}", out.display());
            println!("cargo:rustc-link-lib=static={prefix}");
        }
        let linked = has_object.then_some(prefix.as_str());
        let source = self.path.display().to_string();
        write(
            &format!("{}.rs", self.name),
            [generate::text(&self.name, &source, &kernels, linked, &self.types)?, self.for_rustc()?]
                .concat()
                .as_bytes(),
        )
    }

    /// Modules of the sources, for rustc.
    fn for_rustc(&self) -> Result<String, String> {
        if !self.has_rustc {
            return Ok(String::new());
        }
        let mut roots = Vec::new();
        for root in self.roots()? {
            roots.push(root.canonicalize().map_err(|problem| format!("{}: {problem}", root.display()))?);
        }
        Ok(generate::modules(&self.name, &roots))
    }

    /// Roots without a kernel, a generic one included, in them and their modules. A file of a folder that is another's
    /// module is none.
    fn without_kernels(&self, result: &CompilationResult) -> Result<Vec<PathBuf>, String> {
        let roots = self.roots()?;
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        if let [root] = &roots[..] {
            let has =
                !result.kernels().is_empty() || result.files().any(|file| has_mark(&read(Path::new(&file.name()))));
            return Ok(if has { Vec::new() } else { vec![root.clone()] });
        }
        let texts: Vec<String> = roots.iter().map(|root| read(root)).collect();
        let modules: Vec<&str> = texts.iter().flat_map(|text| text.split("mod ").skip(1)).collect();
        let is_module = |root: &Path| {
            let stem = root.file_stem().unwrap_or_default().to_string_lossy();
            modules.iter().any(|text| text.strip_prefix(&*stem).is_some_and(|text| text.trim_start().starts_with(';')))
        };
        let is_lone = |root: &Path, text: &str| !has_mark(text) && !text.contains("mod ") && !is_module(root);
        let lone = roots.iter().zip(&texts).filter(|(root, text)| is_lone(root, text));
        Ok(lone.map(|(root, _)| root.clone()).collect())
    }

    /// What the names of C begin with: no other crate's kernels are called alike.
    fn prefix(&self, out: &Path) -> String {
        let mut hasher = DefaultHasher::new();
        (out, &self.name).hash(&mut hasher);
        format!("rustg_kernels_{:016x}_", hasher.finish())
    }

    fn roots(&self) -> Result<Vec<PathBuf>, String> {
        if !self.path.is_dir() {
            return Ok(vec![self.path.clone()]);
        }
        if let Some(root) =
            ["mod.rs", "lib.rs"].map(|name| self.path.join(name)).into_iter().find(|root| root.is_file())
        {
            return Ok(vec![root]);
        }
        let problem = |problem| format!("{}: {problem}", self.path.display());
        let entries: Result<Vec<_>, _> = fs::read_dir(&self.path).map_err(problem)?.collect();
        let paths = entries.map_err(problem)?.into_iter().map(|entry| entry.path());
        let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
        files.sort();
        if files.is_empty() { Err(format!("{}: there is no .rs file in it", self.path.display())) } else { Ok(files) }
    }

    /// Without NVRTC or a C compiler the program finds its own on the machine that it runs on, or interprets.
    fn compile(&self, prefix: &str) -> Result<(CompilationResult, bool), String> {
        let roots = self.roots()?;
        let mut outputs = vec![Output::Object, Output::Ptx, Output::Cubin];
        let mut archs = self.archs.clone();
        loop {
            let compiler = GpuCompiler::new()
                .with_outputs(&outputs)
                .with_architectures(archs.clone())
                .with_fast_math(self.fast_math)
                .with_coarse_entries(true)
                .with_warnings(true)
                .with_c_prefix(prefix);
            let compiler = self.cfgs.iter().fold(compiler, |compiler, cfg| compiler.with_cfg(cfg));
            let compiler = self.instances.iter().fold(compiler, |compiler, name| compiler.with_instance(name));
            match compiler.compile_files(&roots) {
                Ok(result) => return check(result).map(|result| (result, outputs.contains(&Output::Object))),
                Err(error) => match archs.iter().position(|arch| is_unknown(&error, arch)) {
                    Some(at) if self.may_drop_archs && archs.len() > 1 => drop(archs.remove(at)),
                    _ => drop_output(&mut outputs, &error)?,
                },
            }
        }
    }
}

/// Ends the build script where something is wrong: its errors are what cargo shows.
fn end_unless_good(built: Result<(), String>) {
    if let Err(problem) = built {
        eprintln!("{problem}");
        std::process::exit(1);
    }
}

/// Is an architecture too new for the NVRTC that was found?
fn is_unknown(error: &Error, arch: &str) -> bool {
    error.message().contains(&format!("`{arch}` is not known to NVRTC"))
}

fn drop_output(outputs: &mut Vec<Output>, error: &Error) -> Result<(), String> {
    let before = outputs.len();
    match error.kind() {
        ErrorKind::NoNvrtc => outputs.retain(|output| *output == Output::Object),
        ErrorKind::NoCompiler => outputs.retain(|output| *output != Output::Object),
        _ => {}
    }
    if outputs.len() < before { Ok(()) } else { Err(error.to_string()) }
}

/// Does an attribute of the text name `kernel`? Lines that are comments do not count.
fn has_mark(text: &str) -> bool {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n").split("#[").skip(1).any(|attribute| attribute.split(']').next().unwrap_or("").contains("kernel"))
}

/// Warnings become cargo's, a line each.
fn check(result: CompilationResult) -> Result<CompilationResult, String> {
    if let Some(path) = env::var_os("RUSTG_MESSAGES") {
        message::write(Path::new(&path), &result).map_err(|problem| format!("{}: {problem}", path.display()))?;
    }
    if result.success {
        let told = result.render(rustg::DiagnosticFormat::Short, false);
        told.lines().for_each(|line| println!("cargo:warning={line}"));
        return Ok(result);
    }
    Err(result.render(rustg::DiagnosticFormat::Human, false).trim_end().into())
}

fn architectures() -> Vec<String> {
    let asked = architectures_in(&env::var("RUSTG_CUDA_ARCHITECTURES").unwrap_or_default());
    if asked.is_empty() { ARCHITECTURES.map(String::from).to_vec() } else { asked }
}

fn architectures_in(list: &str) -> Vec<String> {
    let mut archs = Vec::new();
    for arch in list.split([';', ',', ' ']).filter(|word| !word.is_empty()).map(architecture) {
        if !archs.contains(&arch) {
            archs.push(arch);
        }
    }
    archs
}

/// "sm_90" of "90", "sm_90", and CMake's "90-real" and "90-virtual".
fn architecture(word: &str) -> String {
    let number = word.trim_end_matches("-real").trim_end_matches("-virtual").trim_start_matches("sm_");
    format!("sm_{number}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn marks_of_kernels() {
        for text in
            ["#[kernel]\nfn k() {}", "#[cfg_attr(all(),\n kernel)] fn k() {}", "#[rustg_std::kernel(block = 64)]"]
        {
            assert!(super::has_mark(text), "{text}");
        }
        for text in ["// #[kernel]\nfn kernel() {}", "#[inline] fn f() { kernel[0] }", ""] {
            assert!(!super::has_mark(text), "{text}");
        }
    }

    #[test]
    fn architectures_have_one_name() {
        let archs = super::architectures_in("90;sm_75, 90-real 120-virtual,sm_90a;");
        assert_eq!(archs, ["sm_90", "sm_75", "sm_120", "sm_90a"]);
        assert_eq!(super::Kernels::new("a.rs").architectures(["80", "sm_80"]).archs, ["sm_80"]);
        assert!(super::architectures_in(" ;,").is_empty());
    }
}
