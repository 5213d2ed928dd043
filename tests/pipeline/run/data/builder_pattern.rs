// builders by value and by reference
// threads: 4
// expect: 78 1163 2163 3163
use rustg_std::prelude::*;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Mode {
    #[default]
    Fast,
    Exact {
        digits: u8,
    },
}
#[derive(Clone, Copy, Debug, Default)]
struct Config {
    width: Option<u32>,
    height: u32,
    mode: Mode,
}
#[must_use]
#[derive(Default)]
struct Builder {
    config: Config,
    errors: u8,
}
impl Builder {
    fn new() -> Self {
        Self { config: Config { height: 1, ..Config::default() }, ..Default::default() }
    }
    fn width(mut self, w: u32) -> Self {
        if w == 0 {
            self.errors += 1;
        } else {
            self.config.width.replace(w);
        }
        self
    }
    fn mode(self, mode: Mode) -> Self {
        Builder { config: Config { mode, ..self.config }, ..self }
    }
    fn with(self, f: impl FnOnce(&mut Config)) -> Self {
        let mut b = self;
        f(&mut b.config);
        b
    }
    fn set_height(&mut self, h: u32) -> &mut Self {
        self.config.height = h;
        self
    }
    fn bump(&mut self) -> &mut Self {
        self.config.height += 1;
        self
    }
    fn build(self) -> Result<Config, u8> {
        if self.errors > 0 { Err(self.errors) } else { Ok(self.config) }
    }
}
fn value(i: u64) -> u64 {
    let mut b = Builder::new().width(i as u32).mode(Mode::Exact { digits: 3 }).with(|c| c.height *= 4);
    b.set_height(b.config.height + 10).bump().bump();
    match b.build() {
        Ok(Config { width: Some(w), height, mode: Mode::Exact { digits } }) => w as u64 * 1000 + height as u64 * 10 + digits as u64,
        Ok(c) => c.height as u64,
        Err(e) => 77 + e as u64,
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
