//! The text that `rustg::include_kernels!` includes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use rustg::{KernelInfo, ParamInfo, Role};

const OWN_NAMES: [&str; 2] = ["load", "module"];
const KEYWORDS: [&str; 12] = ["as", "box", "do", "dyn", "final", "gen", "match", "move", "ref", "try", "type", "yield"];

/// The names of C that an object defines.
pub fn symbols(kernels: &[KernelInfo], prefix: &str) -> Vec<String> {
    let names =
        |kernel: &KernelInfo| ["", "_shared_bytes", "_call_kind"].map(|end| format!("{prefix}{}{end}", kernel.name));
    kernels.iter().flat_map(names).collect()
}

/// A kernel's or parameter's name as an item of Rust's.
fn item(name: &str) -> String {
    match name {
        name if OWN_NAMES.contains(&name) => format!("{name}_kernel"),
        name if KEYWORDS.contains(&name) => format!("r#{name}"),
        name => name.into(),
    }
}

/// A parameter that shadows nothing that the function uses.
fn parameter(name: &str) -> String {
    if ["stream", "config"].contains(&name) { format!("{name}_argument") } else { item(name) }
}

/// A type of the kernel's in the program.
fn host_type(name: &str, types: &BTreeMap<String, String>) -> Option<String> {
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

fn launch(out: &mut String, kernel: &KernelInfo, types: &BTreeMap<String, String>) -> Result<(), String> {
    let declared: Vec<String> =
        kernel.params.iter().map(|param| format!("{}: {}", param.name, param.rust_type)).collect();
    let (mut params, mut arguments) = (String::new(), String::new());
    for param in &kernel.params {
        let name = parameter(&param.name);
        let _ = write!(params, ", {name}: {}", parameter_type(kernel, param, types)?);
        let into = if matches!(param.role, Role::Slice | Role::GridMut) { ".into()" } else { "" };
        let _ = write!(arguments, "{name}{into}, ");
    }
    let has_buffers = kernel.params.iter().any(|param| matches!(param.role, Role::Slice | Role::GridMut));
    let lifetime = if has_buffers { "<'a>" } else { "" };
    let (name, own) = (item(&kernel.name), &kernel.name);
    let (keyword, call, safety) = if kernel.is_unsafe {
        ("unsafe fn", "launch_unchecked", "\n    ///\n    /// # Safety\n    /// As the kernel demands.")
    } else {
        ("fn", "launch", "")
    };
    let body = format!("self.kernels.{name}.{call}(stream, config, ({arguments}))");
    let body = if kernel.is_unsafe { format!("unsafe {{ {body} }}") } else { body };
    let _ = write!(
        out,
        "    /// Launches `{own}({})`.{safety}\n    ///\n    /// # Errors\n    /// As `rustg::Kernel::launch`.\n    \
         pub {keyword} {name}{lifetime}(&self, stream: &::rustg::Stream, config: impl Into<::rustg::LaunchConfig>{params}) \
         -> Result<(), ::rustg::Error> {{\n        {body}\n    }}\n",
        declared.join(", ")
    );
    Ok(())
}

/// prefix: of the linked object's names; `None` where there is none.
pub fn text(
    name: &str,
    source: &str,
    kernels: &[KernelInfo],
    prefix: Option<&str>,
    types: &BTreeMap<String, String>,
) -> Result<String, String> {
    let mut out = format!(
        "/// The kernels of `{source}` on a device. Clones are the same kernels.\n#[derive(Clone, Debug)]\npub struct {name} {{\n    \
         module: ::rustg::Module,\n    kernels: {name}Handles,\n}}\n\n#[allow(non_snake_case)]\n#[derive(Clone, Debug)]\n\
         struct {name}Handles {{\n"
    );
    for kernel in kernels {
        let _ = writeln!(out, "    {}: ::rustg::Kernel,", item(&kernel.name));
    }
    let _ = write!(
        out,
        "}}\n\n#[allow(dead_code, non_snake_case, clippy::too_many_arguments)]\nimpl {name} {{\n    \
         /// Puts them on a device.\n    ///\n    /// # Errors\n    /// What the device's driver answers.\n    \
         pub fn load(device: &::rustg::Device) -> Result<{name}, ::rustg::Error> {{\n"
    );
    linked(&mut out, kernels, prefix);
    let _ = write!(
        out,
        "        let bytes = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.bin\"));\n        \
         // SAFETY: bytes and code are of one compile.\n        \
         let module = unsafe {{ ::rustg::Module::from_embedded(device, bytes, LINKED)? }};\n        \
         let kernels = {name}Handles {{\n"
    );
    for kernel in kernels {
        let _ = writeln!(out, "            {}: module.kernel(\"{}\")?,", item(&kernel.name), kernel.name);
    }
    let _ = write!(
        out,
        "        }};\n        Ok({name} {{ module, kernels }})\n    }}\n\n    /// The module that holds them.\n    \
         pub fn module(&self) -> &::rustg::Module {{\n        &self.module\n    }}\n"
    );
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
        assert_eq!([parameter("stream"), parameter("x")], ["stream_argument", "x"]);
    }
}
