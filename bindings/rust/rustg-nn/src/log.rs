//! What becomes of training, in files: lines of JSON, and events as TensorBoard reads them.

use crate::safetensors::quoted;
use rustg_tensor::{Error, Result};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where numbers of steps are written. Each call's are in the files when it returns.
#[derive(Debug, Default)]
pub struct Log {
    lines: Option<(PathBuf, File)>,
    events: Option<(PathBuf, File)>,
}

fn wrong(path: &Path, error: &std::io::Error) -> Error {
    Error::File { path: path.display().to_string(), why: error.to_string() }
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

impl Log {
    /// To nowhere.
    pub fn new() -> Log {
        Log::default()
    }

    /// With lines of JSON at the end of a file: `{"step":1,"time":1700000000.5,"loss":0.25}`. What is no number is `null`.
    ///
    /// # Errors
    /// What the system answers.
    pub fn with_lines(mut self, path: impl AsRef<Path>) -> Result<Log> {
        let path = path.as_ref();
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| wrong(path, &error))?;
        self.lines = Some((path.into(), file));
        Ok(self)
    }

    /// With a file of events of its own in a folder, for `tensorboard --logdir`.
    ///
    /// # Errors
    /// What the system answers.
    pub fn with_events(mut self, folder: impl AsRef<Path>) -> Result<Log> {
        let folder = folder.as_ref();
        fs::create_dir_all(folder).map_err(|error| wrong(folder, &error))?;
        let time = now();
        let name =
            |n: u32| folder.join(format!("events.out.tfevents.{}.rustg.{}.{n}", time as u64, std::process::id()));
        let path = (0..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
        let mut file = File::create_new(&path).map_err(|error| wrong(&path, &error))?;
        let mut event = vec![0x09];
        event.extend(time.to_le_bytes());
        field(&mut event, 3, b"brain.Event:2");
        file.write_all(&record(&event)).map_err(|error| wrong(&path, &error))?;
        self.events = Some((path, file));
        Ok(self)
    }

    /// Writes numbers of a step by their names.
    ///
    /// # Errors
    /// What the system answers.
    pub fn write(&mut self, step: u64, numbers: &[(&str, f64)]) -> Result<()> {
        let time = now();
        if let Some((path, file)) = &mut self.lines {
            let mut line = format!("{{\"step\":{step},\"time\":{time:.3}");
            for (name, number) in numbers {
                let text = if number.is_finite() { format!("{number:?}") } else { "null".into() };
                line += &format!(",{}:{text}", quoted(name));
            }
            file.write_all((line + "}\n").as_bytes()).map_err(|error| wrong(path, &error))?;
        }
        if let Some((path, file)) = &mut self.events {
            let bytes = record(&event(time, step, numbers));
            file.write_all(&bytes).map_err(|error| wrong(path, &error))?;
        }
        Ok(())
    }
}

fn varint(out: &mut Vec<u8>, mut n: u64) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// A field of bytes, as Protocol Buffers have it.
fn field(out: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    out.push(number << 3 | 2);
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// TensorFlow's `Event` (event.proto): the time, the step, and a `Summary` of values with a tag and a simple value.
fn event(time: f64, step: u64, numbers: &[(&str, f64)]) -> Vec<u8> {
    let mut summary = Vec::new();
    for (name, number) in numbers {
        let mut value = Vec::new();
        field(&mut value, 1, name.as_bytes());
        value.push(2 << 3 | 5);
        value.extend((*number as f32).to_le_bytes());
        field(&mut summary, 1, &value);
    }
    let mut event = vec![0x09];
    event.extend(time.to_le_bytes());
    event.push(2 << 3);
    varint(&mut event, step);
    field(&mut event, 5, &summary);
    event
}

/// A record of TensorFlow's files (TFRecord): how long, its check, the bytes, theirs.
fn record(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u64).to_le_bytes();
    let check = |bytes: &[u8]| (crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)).to_le_bytes();
    [&length[..], &check(&length), bytes, &check(bytes)].concat()
}

/// Castagnoli's cyclic redundancy check (RFC 3720, appendix B.4).
fn crc32c(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0x82f6_3b78 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_those_of_the_rfc() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
        // every file of TensorBoard begins so: its first record has 24 bytes
        assert_eq!(record(&[0; 24])[..12], *b"\x18\0\0\0\0\0\0\0\xa3\x7fK\"");
    }

    #[test]
    fn events_are_as_the_format_says() {
        let bytes = event(1.0, 300, &[("a", 0.5)]);
        let wanted = b"\x09\0\0\0\0\0\0\xf0\x3f\x10\xac\x02\x2a\x0a\x0a\x08\x0a\x01a\x15\0\0\0\x3f";
        assert_eq!(bytes, wanted);
    }

    #[test]
    fn files_have_what_was_written() {
        let folder = std::env::temp_dir().join(format!("rustg_nn_log_{}", std::process::id()));
        let lines = folder.join("log.jsonl");
        {
            let mut log = Log::new().with_events(&folder).unwrap().with_lines(&lines).unwrap();
            log.write(1, &[("loss", 0.25), ("a \"b\"", f64::NAN)]).unwrap();
        }
        Log::new().with_lines(&lines).unwrap().write(2, &[]).unwrap();
        drop(Log::new().with_events(&folder).unwrap());
        let text = fs::read_to_string(&lines).unwrap();
        let all: Vec<&str> = text.lines().collect();
        assert!(
            all[0].starts_with("{\"step\":1,\"time\":") && all[0].ends_with(",\"loss\":0.25,\"a \\\"b\\\"\":null}")
        );
        assert!(all.len() == 2 && all[1].starts_with("{\"step\":2,\"time\":"), "{text}");
        let mut sizes: Vec<u64> = Vec::new();
        for entry in fs::read_dir(&folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name().to_string_lossy().starts_with("events.out.tfevents.") {
                sizes.push(entry.metadata().unwrap().len());
            }
        }
        sizes.sort_unstable();
        assert!(sizes.len() == 2 && sizes[0] == 40 && sizes[1] > 40, "{sizes:?}");
        fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(Log::new().with_lines(folder.join("none/x")), Err(Error::File { .. })));
    }
}
