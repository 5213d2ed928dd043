//! syn_parse LIST: the speed of syn::parse_file on the files that LIST names, one a line, PASSES times (1) after one
//! untimed pass that finds the files syn cannot parse, which are left out. Prints
//!     syn FILES BYTES LEFT_OUT
//!     SECONDS           one line a pass; dropping the trees is not counted
use std::time::Instant;

fn parse_all(sources: &[String]) -> f64 {
    let mut seconds = 0.0;
    for source in sources {
        let start = Instant::now();
        let tree = syn::parse_file(source);
        seconds += start.elapsed().as_secs_f64();
        assert!(tree.is_ok());
    }
    seconds
}

fn run() {
    let list = std::env::args().nth(1).expect("usage: syn_parse LIST");
    let passes = std::env::var("PASSES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let paths = std::fs::read_to_string(list).expect("the list");
    let paths: Vec<&str> = paths.lines().filter(|path| !path.is_empty()).collect();
    let sources: Vec<String> = paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect(path))
        .filter(|source| syn::parse_file(source).is_ok())
        .collect();
    let bytes: usize = sources.iter().map(String::len).sum();
    println!("syn {} {} {}", sources.len(), bytes, paths.len() - sources.len());
    for _ in 0..passes {
        println!("{:.6}", parse_all(&sources));
    }
}

/// syn recurses, so it is given a deep stack.
fn main() {
    std::thread::Builder::new().stack_size(1 << 30).spawn(run).unwrap().join().unwrap();
}
