//! Files of tensors by name, as the safetensors library writes and reads them; checkpoints that training goes on from.

use crate::{Module, Optimizer};
use rustg_tensor::{Complex, DType, Device, Element, Error, Result, Tensor, bf16, f16};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

fn wrong(path: &Path, why: impl Into<String>) -> Error {
    Error::File { path: path.display().to_string(), why: why.into() }
}

/// As the format names it.
fn name_of(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "BOOL",
        DType::U8 => "U8",
        DType::I8 => "I8",
        DType::I32 => "I32",
        DType::I64 => "I64",
        DType::F16 => "F16",
        DType::BF16 => "BF16",
        DType::F32 => "F32",
        DType::F64 => "F64",
        DType::C64 => "C64",
        // of which the format knows nothing
        DType::C128 => "C128",
    }
}

/// An element's bytes in order from the least, and back.
trait Bytes: Element {
    fn put(self, out: &mut Vec<u8>);
    fn get(bytes: &[u8]) -> Option<Self>;
}

macro_rules! bytes {
    ($($type:ty, $x:ident => $to:expr, $b:ident => $from:expr;)*) => {$(
        impl Bytes for $type {
            fn put(self, out: &mut Vec<u8>) {
                let $x = self;
                out.extend_from_slice(&$to);
            }
            fn get($b: &[u8]) -> Option<$type> {
                Some($from)
            }
        }
    )*};
}

bytes! {
    bool, x => [u8::from(x)], b => *b.first()? != 0;
    u8, x => [x], b => *b.first()?;
    i8, x => x.to_le_bytes(), b => i8::from_le_bytes(b.try_into().ok()?);
    i32, x => x.to_le_bytes(), b => i32::from_le_bytes(b.try_into().ok()?);
    i64, x => x.to_le_bytes(), b => i64::from_le_bytes(b.try_into().ok()?);
    f16, x => x.to_bits().to_le_bytes(), b => f16::from_bits(u16::from_le_bytes(b.try_into().ok()?));
    bf16, x => x.to_bits().to_le_bytes(), b => bf16::from_bits(u16::from_le_bytes(b.try_into().ok()?));
    f32, x => x.to_le_bytes(), b => f32::from_le_bytes(b.try_into().ok()?);
    f64, x => x.to_le_bytes(), b => f64::from_le_bytes(b.try_into().ok()?);
    Complex<f32>, x => [x.re.to_le_bytes(), x.im.to_le_bytes()].concat(), b => Complex::new(f32::get(&b[..4])?, f32::get(&b[4..])?);
    Complex<f64>, x => [x.re.to_le_bytes(), x.im.to_le_bytes()].concat(), b => Complex::new(f64::get(&b[..8])?, f64::get(&b[8..])?);
}

macro_rules! by_type {
    ($dtype:expr, $t:ident => $body:expr) => {
        match $dtype {
            DType::Bool => by_type!(@ $t = bool; $body),
            DType::U8 => by_type!(@ $t = u8; $body),
            DType::I8 => by_type!(@ $t = i8; $body),
            DType::I32 => by_type!(@ $t = i32; $body),
            DType::I64 => by_type!(@ $t = i64; $body),
            DType::F16 => by_type!(@ $t = f16; $body),
            DType::BF16 => by_type!(@ $t = bf16; $body),
            DType::F32 => by_type!(@ $t = f32; $body),
            DType::F64 => by_type!(@ $t = f64; $body),
            DType::C64 => by_type!(@ $t = Complex<f32>; $body),
            DType::C128 => by_type!(@ $t = Complex<f64>; $body),
        }
    };
    (@ $t:ident = $type:ty; $body:expr) => {{
        type $t = $type;
        $body
    }};
}

pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if (c as u32) < 0x20 => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

/// Writes tensors by name, and texts by name. The file is there whole or not at all: it is written beside and renamed.
///
/// # Errors
/// Of the devices; what the system answers.
pub fn save_safetensors(
    path: impl AsRef<Path>,
    tensors: &BTreeMap<String, Tensor>,
    texts: &BTreeMap<String, String>,
) -> Result<()> {
    let path = path.as_ref();
    let mut data = Vec::new();
    let mut parts = Vec::new();
    if !texts.is_empty() {
        let all: Vec<String> = texts.iter().map(|(name, text)| format!("{}:{}", quoted(name), quoted(text))).collect();
        parts.push(format!("\"__metadata__\":{{{}}}", all.join(",")));
    }
    for (name, tensor) in tensors {
        let start = data.len();
        by_type!(tensor.dtype(), T => tensor.to_vec::<T>()?.into_iter().for_each(|x| x.put(&mut data)));
        let (dtype, shape, end) = (name_of(tensor.dtype()), tensor.shape(), data.len());
        parts.push(format!(
            "{}:{{\"dtype\":\"{dtype}\",\"shape\":{shape:?},\"data_offsets\":[{start},{end}]}}",
            quoted(name)
        ));
    }
    let mut header = format!("{{{}}}", parts.join(","));
    header += &" ".repeat(header.len().next_multiple_of(8) - header.len());
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut beside = path.as_os_str().to_os_string();
    beside.push(format!(".{}.{}.part", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    let beside = Path::new(&beside);
    let write = || {
        let mut file = fs::File::create(beside)?;
        file.write_all(&(header.len() as u64).to_le_bytes())?;
        file.write_all(header.as_bytes())?;
        file.write_all(&data)?;
        file.sync_all()?;
        fs::rename(beside, path)
    };
    write().map_err(|error: std::io::Error| {
        drop(fs::remove_file(beside));
        wrong(path, error.to_string())
    })
}

/// Tensors by name, and texts by name, of a file that this or another library wrote, on a device.
///
/// # Errors
/// Where it cannot be read, or is no such file; types that tensors do not have.
pub fn load_safetensors(
    path: impl AsRef<Path>,
    device: &Device,
) -> Result<(BTreeMap<String, Tensor>, BTreeMap<String, String>)> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|error| wrong(path, error.to_string()))?;
    let broken = || wrong(path, "it is no safetensors file");
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(broken)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok().filter(|n| *n <= rest.len()).ok_or_else(broken)?;
    let (header, data) = rest.split_at(length);
    let header = std::str::from_utf8(header).map_err(|_| broken())?;
    let Some(Json::Object(parts)) = Json::read(header) else { return Err(broken()) };
    let (mut tensors, mut texts) = (BTreeMap::new(), BTreeMap::new());
    for (name, part) in parts {
        if name == "__metadata__" {
            let Json::Object(all) = part else { return Err(broken()) };
            for (name, text) in all {
                let Json::Text(text) = text else { return Err(broken()) };
                texts.insert(name, text);
            }
            continue;
        }
        let dtype = match part.get("dtype") {
            Some(Json::Text(text)) => DType::ALL
                .into_iter()
                .find(|dtype| name_of(*dtype) == text)
                .ok_or_else(|| wrong(path, format!("`{name}` is of the type {text}, which tensors do not have")))?,
            _ => return Err(broken()),
        };
        let shape = part.get("shape").and_then(Json::sizes).ok_or_else(broken)?;
        let offsets = part.get("data_offsets").and_then(Json::sizes).ok_or_else(broken)?;
        let [start, end] = *offsets.as_slice() else { return Err(broken()) };
        let own = data.get(start..end).ok_or_else(broken)?;
        let count = shape.iter().try_fold(1usize, |n, side| n.checked_mul(*side)).ok_or_else(broken)?;
        if count.checked_mul(dtype.size()) != Some(own.len()) {
            return Err(wrong(path, format!("`{name}` has {} bytes for the shape {shape:?}", own.len())));
        }
        let tensor = by_type!(dtype, T => {
            let elements: Option<Vec<T>> = own.chunks_exact(dtype.size()).map(T::get).collect();
            Tensor::from_slice(device, &elements.ok_or_else(broken)?, &shape)?
        });
        tensors.insert(name, tensor);
    }
    Ok((tensors, texts))
}

/// As much of JSON as headers have.
enum Json {
    Object(Vec<(String, Json)>),
    List(Vec<Json>),
    Text(String),
    Number(f64),
}

impl Json {
    fn read(text: &str) -> Option<Json> {
        let mut rest = text.trim();
        let value = Json::value(&mut rest, 0)?;
        rest.trim().is_empty().then_some(value)
    }

    fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(parts) = self else { return None };
        parts.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    fn sizes(&self) -> Option<Vec<usize>> {
        let Json::List(all) = self else { return None };
        let whole = |json: &Json| match json {
            Json::Number(n) if *n >= 0.0 && n.fract() == 0.0 && *n < 9e15 => Some(*n as usize),
            _ => None,
        };
        all.iter().map(whole).collect()
    }

    fn eat(rest: &mut &str, c: char) -> bool {
        *rest = rest.trim_start();
        rest.strip_prefix(c).map(|after| *rest = after).is_some()
    }

    fn value(rest: &mut &str, depth: usize) -> Option<Json> {
        if depth > 8 {
            return None;
        }
        if Json::eat(rest, '{') {
            let mut parts = Vec::new();
            while !Json::eat(rest, '}') {
                if !parts.is_empty() && !Json::eat(rest, ',') {
                    return None;
                }
                let name = Json::text(rest)?;
                if !Json::eat(rest, ':') {
                    return None;
                }
                parts.push((name, Json::value(rest, depth + 1)?));
            }
            return Some(Json::Object(parts));
        }
        if Json::eat(rest, '[') {
            let mut all = Vec::new();
            while !Json::eat(rest, ']') {
                if !all.is_empty() && !Json::eat(rest, ',') {
                    return None;
                }
                all.push(Json::value(rest, depth + 1)?);
            }
            return Some(Json::List(all));
        }
        *rest = rest.trim_start();
        if rest.starts_with('"') {
            return Json::text(rest).map(Json::Text);
        }
        let end = rest.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        *rest = after;
        number.parse().ok().map(Json::Number)
    }

    fn text(rest: &mut &str) -> Option<String> {
        if !Json::eat(rest, '"') {
            return None;
        }
        let mut out = String::new();
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    *rest = &rest[at + 1..];
                    return Some(out);
                }
                '\\' => match chars.next()?.1 {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    'r' => out.push('\r'),
                    'b' => out.push('\u{8}'),
                    'f' => out.push('\u{c}'),
                    'u' => {
                        let mut unit = |before: &str| {
                            let text: String =
                                (0..before.len() + 4).filter_map(|_| chars.next()).map(|(_, c)| c).collect();
                            u16::from_str_radix(text.strip_prefix(before)?, 16).ok()
                        };
                        let mut units = vec![unit("")?];
                        if (0xd800..0xdc00).contains(&units[0]) {
                            units.push(unit("\\u")?);
                        }
                        out.push_str(&String::from_utf16(&units).ok()?);
                    }
                    c => out.push(c),
                },
                c => out.push(c),
            }
        }
        None
    }
}

/// What training goes on from: a module's parameters, what its optimizer remembers, and numbers of the caller's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkpoint;

impl Checkpoint {
    /// Writes all of it into one file, whole or not at all.
    ///
    /// # Errors
    /// As [`save_safetensors`].
    pub fn save(
        path: impl AsRef<Path>,
        module: &impl Module,
        optimizer: &impl Optimizer,
        numbers: &[(&str, u64)],
    ) -> Result<()> {
        let mut tensors = BTreeMap::new();
        for (name, parameter) in module.state()? {
            tensors.insert(format!("module.{name}"), parameter.value());
        }
        for (name, tensor) in optimizer.state() {
            tensors.insert(format!("optimizer.{name}"), tensor);
        }
        let mut texts: BTreeMap<String, String> =
            numbers.iter().map(|(name, number)| (format!("number.{name}"), number.to_string())).collect();
        texts.insert("steps".into(), optimizer.steps().to_string());
        save_safetensors(path, &tensors, &texts)
    }

    /// Has module and optimizer be as they were, and gives the caller's numbers.
    ///
    /// # Errors
    /// As [`load_safetensors`]; where the file is of another module.
    pub fn load(
        path: impl AsRef<Path>,
        device: &Device,
        module: &impl Module,
        optimizer: &mut impl Optimizer,
    ) -> Result<BTreeMap<String, u64>> {
        let path = path.as_ref();
        let (tensors, texts) = load_safetensors(path, device)?;
        let number = |text: &String| text.parse().map_err(|_| wrong(path, format!("`{text}` is no number")));
        let part = |prefix: &str| -> BTreeMap<String, Tensor> {
            let own =
                |(name, tensor): (&String, &Tensor)| Some((name.strip_prefix(prefix)?.to_string(), tensor.clone()));
            tensors.iter().filter_map(own).collect()
        };
        let steps = number(texts.get("steps").ok_or_else(|| wrong(path, "it is no checkpoint"))?)?;
        module.load(&part("module."))?;
        optimizer.load_state(&part("optimizer."), steps)?;
        let mut numbers = BTreeMap::new();
        for (name, text) in &texts {
            if let Some(name) = name.strip_prefix("number.") {
                numbers.insert(name.to_string(), number(text)?);
            }
        }
        Ok(numbers)
    }
}
