//! Kernels of CUDA C++ in the program, with a typed function to launch each.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use rustg::{CudaFunction, CudaOptions, CudaSignatures, ElementType, ErrorKind, ParamInfo, Role, compile_cuda};

use crate::generate::{self, Launch};

/// A text of CUDA C++ to compile. In the program `rustg::include_kernels!(CudaKernels)` declares a struct with a function
/// to load the kernels onto a device and one to launch each:
///
/// ```no_run
/// rustg_build::CudaKernels::new("kernels/blur.cu").define("N=4").build();
/// ```
///
/// libclang reads what the kernels take. What it cannot read has no function, and a warning of cargo's says why;
/// `module()` has it. Where there is no libclang this is so of all.
#[derive(Clone, Debug)]
pub struct CudaKernels {
    path: PathBuf,
    name: String,
    arch: String,
    defines: Vec<String>,
    folders: Vec<PathBuf>,
    types: BTreeMap<String, String>,
    fast_math: bool,
    is_text: bool,
}

impl CudaKernels {
    /// path: a file.
    pub fn new(path: impl Into<PathBuf>) -> CudaKernels {
        CudaKernels {
            path: path.into(),
            name: "CudaKernels".into(),
            arch: "sm_75".into(),
            defines: Vec::new(),
            folders: Vec::new(),
            types: BTreeMap::new(),
            fast_math: false,
            is_text: false,
        }
    }

    /// The struct's name. Without, `CudaKernels`.
    pub fn named(mut self, name: impl Into<String>) -> CudaKernels {
        self.name = name.into();
        self
    }

    /// The oldest architecture that the PTX runs on: "sm_90" or "90". Without, sm_75.
    pub fn architecture(mut self, arch: &str) -> CudaKernels {
        self.arch = crate::architecture(arch);
        self
    }

    /// A macro: `NAME` or `NAME=value`.
    pub fn define(mut self, define: impl Into<String>) -> CudaKernels {
        self.defines.push(define.into());
        self
    }

    /// A folder of headers beside the file's own and the toolkit's.
    pub fn include_dir(mut self, folder: impl Into<PathBuf>) -> CudaKernels {
        self.folders.push(folder.into());
        self
    }

    /// A struct that kernels take, and its path in the program: `.with_type("Point", "crate::Point")`. It implements
    /// `rustg::Element`, and its size is compared. CUDA's vectors are arrays without that, as `float4` is `[f32; 4]`.
    pub fn with_type(mut self, name: impl Into<String>, path: impl Into<String>) -> CudaKernels {
        self.types.insert(name.into(), path.into());
        self
    }

    /// Fast instead of exact floating-point functions.
    pub fn fast_math(mut self) -> CudaKernels {
        self.fast_math = true;
        self
    }

    /// The program holds the text, and NVRTC compiles it where it is loaded, for the device that is there.
    pub fn as_text(mut self) -> CudaKernels {
        self.is_text = true;
        self
    }

    /// Compiles, and ends the build script where something is wrong: its errors are what cargo shows.
    pub fn build(self) {
        crate::end_unless_good(self.try_build());
    }

    /// Compiles.
    ///
    /// # Errors
    /// NVRTC's words, or what else went wrong. Where NVRTC is not found, as [`as_text`](CudaKernels::as_text).
    pub fn try_build(self) -> Result<(), String> {
        let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: this is for build scripts")?);
        let folders = self.folders()?;
        println!("cargo:rerun-if-changed={}", self.path.display());
        for folder in &folders {
            println!("cargo:rerun-if-changed={folder}"); // what it includes is not told
        }
        println!("cargo:rerun-if-env-changed=CUDA_PATH");
        let source = self.path.display().to_string();
        let text = fs::read_to_string(&self.path).map_err(|problem| format!("{source}: {problem}"))?;
        let options = self.options(&folders);
        let functions = self.functions(&text, &source, &options)?;
        let compiled = (!self.is_text).then(|| compile_cuda(&text, &source, &options.with_arch(&self.arch), false));
        let ptx = match compiled {
            None => None,
            Some(Ok(code)) => {
                code.log.lines().for_each(|line| println!("cargo:warning={line}"));
                Some(code.bytes)
            }
            Some(Err(error)) if error.kind() == ErrorKind::NoNvrtc => None,
            Some(Err(error)) => return Err(error.to_string()),
        };
        let held_name = format!("{}.held", self.name);
        let place = format!("concat!(env!(\"OUT_DIR\"), \"/{held_name}\")");
        let (held, load) = match ptx {
            Some(ptx) => (ptx, format!("from_image(device, include_bytes!({place}))?")),
            None => {
                let options = self.options_in_the_program(&folders);
                (text.into_bytes(), format!("from_cuda_with(device, include_str!({place}), {source:?}, &{options})?"))
            }
        };
        let rust = self.text(&source, &functions, &load)?;
        for (name, bytes) in [(held_name, held), (format!("{}.rs", self.name), rust.into_bytes())] {
            let path = out.join(name);
            fs::write(&path, bytes).map_err(|problem| format!("{}: {problem}", path.display()))?;
        }
        Ok(())
    }

    /// Where headers are looked for, the file's own folder first.
    fn folders(&self) -> Result<Vec<String>, String> {
        let own = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(PathBuf::from);
        let own = own.unwrap_or_else(|| ".".into());
        let whole = |folder: &PathBuf| {
            let whole = folder.canonicalize().map_err(|problem| format!("{}: {problem}", folder.display()))?;
            Ok(whole.display().to_string())
        };
        std::iter::once(&own).chain(&self.folders).map(whole).collect()
    }

    fn options(&self, folders: &[String]) -> CudaOptions {
        let options = CudaOptions::new().with_fast_math(self.fast_math);
        let options = self.defines.iter().fold(options, |options, define| options.with_define(define));
        folders.iter().fold(options, |options, folder| options.with_option("--include-path").with_option(folder))
    }

    /// The same as an expression of Rust.
    fn options_in_the_program(&self, folders: &[String]) -> String {
        let mut text = format!("::rustg::CudaOptions::new().with_fast_math({})", self.fast_math);
        for define in &self.defines {
            let _ = write!(text, ".with_define({define:?})");
        }
        for folder in folders {
            let _ = write!(text, ".with_option(\"--include-path\").with_option({folder:?})");
        }
        text
    }

    /// Those whose parameters are known.
    fn functions(&self, text: &str, source: &str, options: &CudaOptions) -> Result<Vec<CudaFunction>, String> {
        let mut read = match CudaSignatures::read(text, source, options) {
            Ok(signatures) => signatures.functions(),
            Err(error) if error.kind() == ErrorKind::NoCompiler => {
                println!("cargo:warning={source}: no kernel has a launch function: {}", error.message());
                return Ok(Vec::new());
            }
            Err(error) => return Err(error.to_string()),
        };
        let mut n_named = BTreeMap::new();
        for function in &mut read {
            function.name = identifier(&function.name);
            *n_named.entry(function.name.clone()).or_insert(0) += 1;
        }
        let is_known = |function: &CudaFunction| {
            let several = (n_named[&function.name] > 1).then_some("several kernels have that name");
            let Some(why) = function.unread.as_deref().or(several) else { return true };
            let (line, column, name) = (function.line, function.column, &function.name);
            println!("cargo:warning={source}:{line}:{column}: `{name}` has no launch function: {why}");
            false
        };
        Ok(read.into_iter().filter(is_known).collect())
    }

    fn text(&self, source: &str, functions: &[CudaFunction], load: &str) -> Result<String, String> {
        let names: Vec<&str> = functions.iter().map(|function| function.name.as_str()).collect();
        let symbols: Vec<&str> = functions.iter().map(|function| function.symbol.as_str()).collect();
        let mut out = String::new();
        generate::structs(&mut out, &self.name, source, &names);
        let _ = writeln!(out, "        let module = ::rustg::Module::{load};");
        generate::handles(&mut out, &self.name, &names.into_iter().zip(symbols).collect::<Vec<_>>());
        let mut sizes = BTreeMap::new();
        for function in functions {
            let mut params = Vec::new();
            for param in &function.params {
                params.push((param.name.as_str(), self.parameter_type(function, param, &mut sizes)?));
            }
            let declared: Vec<String> =
                function.params.iter().map(|param| format!("{} {}", param.rust_type, param.name)).collect();
            let declared = format!("{}({})", function.name, declared.join(", "));
            let safety = Some("The kernel reads and writes what the buffers have, and threads do not race.");
            out.push('\n');
            Launch { name: &function.name, declared, params, safety }.put(&mut out);
        }
        out.push_str("}\n");
        for (path, size) in sizes {
            let _ = writeln!(
                out,
                "const _: () = assert!(size_of::<{path}>() == {size}, \"{path} has another size in {source}\");"
            );
        }
        Ok(out)
    }

    fn parameter_type(
        &self,
        function: &CudaFunction,
        param: &ParamInfo,
        sizes: &mut BTreeMap<String, u32>,
    ) -> Result<String, String> {
        if param.role == Role::Pointer {
            return Ok("u64".into());
        }
        let host = match ElementType(param.element).name() {
            "struct" => {
                let name = plain_name(&param.rust_type);
                let path = self.types.get(name).cloned().or_else(|| toolkit_type(name)).ok_or_else(|| {
                    let place = format!("`{} {}` of kernel `{}`", param.rust_type, param.name, function.name);
                    format!("{place}: which type is `{name}` in the program? Tell with .with_type(\"{name}\", \"crate::...\")")
                })?;
                sizes.insert(path.clone(), param.size);
                path
            }
            "complex_f32" => "::rustg::Complex<f32>".into(),
            "complex_f64" => "::rustg::Complex<f64>".into(),
            "f8_e4m3" | "f8_e5m2" => "u8".into(),
            name => {
                generate::host_type(name, &BTreeMap::new()).ok_or(format!("`{name}` has no type in the program"))?
            }
        };
        Ok(match param.role {
            Role::Slice => format!("impl Into<::rustg::Slice<'a, {host}>>"),
            Role::GridMut => format!("impl Into<::rustg::SliceMut<'a, {host}>>"),
            _ => host,
        })
    }
}

/// `scale_float` of `scale<float>`.
fn identifier(name: &str) -> String {
    let words = name.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

/// What stands in the program for a struct of CUDA's headers.
fn toolkit_type(name: &str) -> Option<String> {
    const ELEMENTS: [(&str, &str); 12] = [
        ("char", "i8"),
        ("uchar", "u8"),
        ("short", "i16"),
        ("ushort", "u16"),
        ("int", "i32"),
        ("uint", "u32"),
        ("long", "i64"),
        ("ulong", "u64"),
        ("longlong", "i64"),
        ("ulonglong", "u64"),
        ("float", "f32"),
        ("double", "f64"),
    ];
    match name {
        "cuComplex" | "cuFloatComplex" => return Some("::rustg::Complex<f32>".into()),
        "cuDoubleComplex" => return Some("::rustg::Complex<f64>".into()),
        "half2" | "__half2" | "nv_half2" | "__nv_half2" => return Some("[::rustg::f16; 2]".into()),
        "nv_bfloat162" | "__nv_bfloat162" => return Some("[::rustg::bf16; 2]".into()),
        "dim3" => return Some("[u32; 3]".into()),
        _ => {}
    }
    let vector = name.strip_suffix("_16a").or(name.strip_suffix("_32a")).unwrap_or(name);
    let element = vector.strip_suffix(['1', '2', '3', '4'])?;
    let (_, host) = ELEMENTS.iter().find(|(of, _)| *of == element)?;
    Some(format!("[{host}; {}]", &vector[element.len()..]))
}

/// `Point` of "const struct Point *".
fn plain_name(text: &str) -> &str {
    let is_own = |word: &&str| !["const", "volatile", "struct", "__restrict__", "*"].contains(word);
    text.split([' ', '*', '&', '[']).filter(|word| !word.is_empty()).find(is_own).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_structs_are_found() {
        for text in
            ["Point", "const Point[4]", "const Point *", "struct Point", "Point *__restrict__", "const struct Point&"]
        {
            assert_eq!(super::plain_name(text), "Point", "{text}");
        }
    }

    #[test]
    fn instantiations_and_vectors_have_names() {
        assert_eq!(super::identifier("scale<const float *, 4>"), "scale_const_float_4");
        assert_eq!(super::identifier("scale"), "scale");
        let cases = [
            ("float4", Some("[f32; 4]")),
            ("ulonglong2", Some("[u64; 2]")),
            ("double4_32a", Some("[f64; 4]")),
            ("half2", Some("[::rustg::f16; 2]")),
            ("cuDoubleComplex", Some("::rustg::Complex<f64>")),
            ("float5", None),
            ("Point", None),
        ];
        for (name, wanted) in cases {
            assert_eq!(super::toolkit_type(name).as_deref(), wanted, "{name}");
        }
    }
}
