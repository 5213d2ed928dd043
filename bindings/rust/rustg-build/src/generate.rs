//! The text that `rustg::include_kernels!` includes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use rustg::{KernelInfo, ParamInfo, Role};

const OWN_NAMES: [&str; 2] = ["load", "module"];
/// Those that a kernel of Rust or of CUDA C++ may have as a name. Source: the Rust Reference, Keywords.
const KEYWORDS: [&str; 33] = [
    "abstract", "as", "async", "await", "become", "box", "dyn", "final", "fn", "gen", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "trait", "type", "unsafe", "unsized",
    "use", "virtual", "where", "yield", "try", "do",
];
/// Those of them that cannot be written with `r#`.
const NEVER_NAMES: [&str; 4] = ["self", "Self", "super", "crate"];

/// The names of C that an object defines.
pub fn symbols(kernels: &[KernelInfo], prefix: &str) -> Vec<String> {
    let names =
        |kernel: &KernelInfo| ["", "_shared_bytes", "_call_kind"].map(|end| format!("{prefix}{}{end}", kernel.name));
    kernels.iter().flat_map(names).collect()
}

/// A kernel's or parameter's name as an item of Rust's.
fn item(name: &str) -> String {
    match name {
        name if OWN_NAMES.contains(&name) || NEVER_NAMES.contains(&name) => format!("{name}_kernel"),
        name if KEYWORDS.contains(&name) => format!("r#{name}"),
        name => name.into(),
    }
}

/// A parameter that shadows nothing that the function uses.
fn parameter(name: &str) -> String {
    let is_taken = ["stream", "config"].contains(&name) || NEVER_NAMES.contains(&name);
    if is_taken { format!("{name}_argument") } else { item(name) }
}

/// A type of the kernel's in the program.
pub fn host_type(name: &str, types: &BTreeMap<String, String>) -> Option<String> {
    const NUMBERS: [&str; 16] = [
        "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
        "char",
    ];
    if let Some(path) = types.get(name) {
        return Some(path.clone());
    }
    if NUMBERS.contains(&name) {
        return Some(name.into());
    }
    if ["f16", "bf16", "Complex<f32>", "Complex<f64>"].contains(&name) {
        return Some(format!("::rustg::{name}"));
    }
    let (element, length) = name.strip_prefix('[')?.strip_suffix(']')?.rsplit_once("; ")?;
    Some(format!("[{}; {length}]", host_type(element, types)?))
}

fn parameter_type(kernel: &KernelInfo, param: &ParamInfo, types: &BTreeMap<String, String>) -> Result<String, String> {
    if param.role == Role::Pointer {
        return Ok("u64".into());
    }
    let name = param.element_name();
    let host = host_type(name, types).ok_or_else(|| {
        let place = format!("`{}: {}` of kernel `{}`", param.name, param.rust_type, kernel.name);
        format!("{place}: which type is `{name}` in the program? Tell with .with_type(\"{name}\", \"crate::...\")")
    })?;
    Ok(match param.role {
        Role::Slice => format!("impl Into<::rustg::Slice<'a, {host}>>"),
        Role::GridMut => format!("impl Into<::rustg::SliceMut<'a, {host}>>"),
        _ => host,
    })
}

/// A function that launches a kernel.
pub struct Launch<'k> {
    pub name: &'k str,
    /// The kernel as its source declares it.
    pub declared: String,
    /// The names and types of the parameters; the types of buffers are the host's.
    pub params: Vec<(&'k str, String)>,
    /// What its caller promises, where it is unsafe.
    pub safety: Option<&'static str>,
}

impl Launch<'_> {
    pub fn put(&self, out: &mut String) {
        let (mut params, mut arguments) = (String::new(), String::new());
        let is_buffer = |text: &str| text.starts_with("impl Into<");
        // no longer tuples are arguments
        let is_long = self.params.len() > 16;
        for (name, text) in &self.params {
            let name = parameter(name);
            let _ = write!(params, ", {name}: {text}");
            let _ = match text.strip_prefix("impl Into") {
                Some(of) if is_long => write!(arguments, "&Into::{of}::into({name}), "),
                _ if is_long => write!(arguments, "&{name}, "),
                _ => write!(arguments, "{name}{}, ", if is_buffer(text) { ".into()" } else { "" }),
            };
        }
        let arguments = if is_long {
            format!("[{arguments}] as [&dyn ::rustg::Argument; {}]).as_slice()", self.params.len())
        } else {
            format!("{arguments})")
        };
        let lifetime = if self.params.iter().any(|(_, text)| is_buffer(text)) { "<'a>" } else { "" };
        let name = item(self.name);
        let (keyword, call) = if self.safety.is_some() { ("unsafe fn", "launch_unchecked") } else { ("fn", "launch") };
        let safety = self.safety.map_or(String::new(), |text| format!("\n    ///\n    /// # Safety\n    /// {text}"));
        let body = format!("self.kernels.{name}.{call}(stream, config, ({arguments})");
        let body = if self.safety.is_some() { format!("unsafe {{ {body} }}") } else { body };
        let _ = write!(
            out,
            "    /// Launches `{}`.{safety}\n    ///\n    /// # Errors\n    /// As `rustg::Kernel::launch`.\n    \
             pub {keyword} {name}{lifetime}(&self, stream: &::rustg::Stream, config: impl Into<::rustg::LaunchConfig>{params}) \
             -> Result<(), ::rustg::Error> {{\n        {body}\n    }}\n",
            self.declared
        );
    }
}

fn launch(out: &mut String, kernel: &KernelInfo, types: &BTreeMap<String, String>) -> Result<(), String> {
    let declared: Vec<String> =
        kernel.params.iter().map(|param| format!("{}: {}", param.name, param.rust_type)).collect();
    let params: Result<Vec<_>, String> =
        kernel.params.iter().map(|param| Ok((param.name.as_str(), parameter_type(kernel, param, types)?))).collect();
    let declared = format!("{}({})", kernel.name, declared.join(", "));
    let safety = kernel.is_unsafe.then_some("As the kernel demands.");
    Launch { name: &kernel.name, declared, params: params?, safety }.put(out);
    Ok(())
}

/// The struct, and the one that has a handle a kernel.
pub fn structs(out: &mut String, name: &str, source: &str, kernels: &[&str]) {
    let _ = write!(
        out,
        "/// The kernels of `{source}` on a device. Clones are the same kernels.\n#[derive(Clone, Debug)]\npub struct {name} {{\n    \
         module: ::rustg::Module,\n    kernels: {name}Handles,\n}}\n\n#[allow(non_snake_case)]\n#[derive(Clone, Debug)]\n\
         struct {name}Handles {{\n"
    );
    for kernel in kernels {
        let _ = writeln!(out, "    {}: ::rustg::Kernel,", item(kernel));
    }
    let _ = write!(
        out,
        "}}\n\n#[allow(dead_code, non_snake_case, clippy::too_many_arguments)]\nimpl {name} {{\n    \
         /// Puts them on a device.\n    ///\n    /// # Errors\n    /// What the device's driver answers.\n    \
         pub fn load(device: &::rustg::Device) -> Result<{name}, ::rustg::Error> {{\n"
    );
}

/// The rest of `load`, behind `let module`. Of each kernel its name and that of its code.
pub fn handles(out: &mut String, name: &str, kernels: &[(&str, &str)]) {
    let _ = writeln!(out, "        let kernels = {name}Handles {{");
    for (kernel, symbol) in kernels {
        let _ = writeln!(out, "            {}: module.kernel({symbol:?})?,", item(kernel));
    }
    let _ = write!(
        out,
        "        }};\n        Ok({name} {{ module, kernels }})\n    }}\n\n    /// The module that holds them.\n    \
         pub fn module(&self) -> &::rustg::Module {{\n        &self.module\n    }}\n"
    );
}

/// prefix: of the linked object's names; `None` where there is none.
pub fn text(
    name: &str,
    source: &str,
    kernels: &[KernelInfo],
    prefix: Option<&str>,
    types: &BTreeMap<String, String>,
) -> Result<String, String> {
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    let mut out = String::new();
    structs(&mut out, name, source, &names);
    linked(&mut out, kernels, prefix);
    let _ = write!(
        out,
        "        let bytes = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.bin\"));\n        \
         // SAFETY: bytes and code are of one compile.\n        \
         let module = unsafe {{ ::rustg::Module::from_embedded(device, bytes, LINKED)? }};\n"
    );
    handles(&mut out, name, &names.iter().map(|name| (*name, *name)).collect::<Vec<_>>());
    for kernel in kernels {
        out.push('\n');
        launch(&mut out, kernel, types)?;
    }
    out.push_str("}\n");
    Ok(out)
}

/// The sources as modules that nobody calls, for rustc to check.
pub fn modules(name: &str, roots: &[PathBuf]) -> String {
    let mut out = format!(
        "\n#[allow(dead_code, unused, missing_docs, non_snake_case, clippy::all)]\nmod {}_for_rustc {{\n",
        name.to_lowercase()
    );
    for (i, root) in roots.iter().enumerate() {
        let _ = writeln!(out, "    #[path = {:?}]\n    mod source_{i};", root.display().to_string());
    }
    out + "}\n"
}

fn linked(out: &mut String, kernels: &[KernelInfo], prefix: Option<&str>) {
    let Some(prefix) = prefix.filter(|_| !kernels.is_empty()) else {
        out.push_str("        const LINKED: &[::rustg::LinkedKernel] = &[];\n");
        return;
    };
    out.push_str("        unsafe extern \"C\" {\n");
    for kernel in kernels {
        let symbol = format!("{prefix}{}", kernel.name);
        let _ = writeln!(out, "            fn {symbol}();");
        let _ = writeln!(out, "            static {symbol}_shared_bytes: u64;");
        let _ = writeln!(out, "            static {symbol}_call_kind: u64;");
    }
    out.push_str("        }\n        static LINKED: &[::rustg::LinkedKernel] = &[\n");
    for kernel in kernels {
        let symbol = format!("{prefix}{}", kernel.name);
        let _ = writeln!(
            out,
            "            // SAFETY: the object's own names.\n            unsafe {{ ::rustg::LinkedKernel::new(c\"{}\", {symbol}, \
             &raw const {symbol}_shared_bytes, &raw const {symbol}_call_kind) }},",
            kernel.name
        );
    }
    out.push_str("        ];\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_kernels_have_names_in_the_program() {
        let types = BTreeMap::from([("Point".to_string(), "crate::Point".to_string())]);
        let host = |name| host_type(name, &types);
        assert_eq!(host("f32").as_deref(), Some("f32"));
        assert_eq!(host("Complex<f64>").as_deref(), Some("::rustg::Complex<f64>"));
        assert_eq!(host("[[bf16; 4]; 2]").as_deref(), Some("[[::rustg::bf16; 4]; 2]"));
        assert_eq!(host("[Point; 3]").as_deref(), Some("[crate::Point; 3]"));
        assert_eq!(host("(u32, f32)"), None);
        assert_eq!(host("Line"), None);
    }

    #[test]
    fn names_that_are_taken_get_others() {
        assert_eq!([item("load"), item("match"), item("saxpy")], ["load_kernel", "r#match", "saxpy"]);
        assert_eq!([item("in"), item("fn"), item("self")], ["r#in", "r#fn", "self_kernel"]);
        assert_eq!([parameter("stream"), parameter("x")], ["stream_argument", "x"]);
        assert_eq!(
            [parameter("in"), parameter("self"), parameter("crate")],
            ["r#in", "self_argument", "crate_argument"]
        );
    }
}
