//! Tokens and trees of several files, and what kernels' results tell.

use rustg::{GpuCompiler, Output, Source, sys};

const TEXT: &str =
    "/// Doc.\n#[inline]\npub fn add(a: u8, b: u8) -> u8 { a + b } // no token\nstruct S { x: [u8; 3] }\n";

#[test]
fn tokens_of_several_files() {
    let sources = [Source::new("a.rs", TEXT), Source::new("b.rs", "let x = 1u8"), Source::new("c.rs", "")];
    let result = GpuCompiler::new().parse_sources(sources).unwrap();
    let files: Vec<_> = result.files().collect();
    assert_eq!(files.iter().map(|file| file.name()).collect::<Vec<_>>(), ["a.rs", "b.rs", "c.rs"]);
    assert_eq!(files[0].bytes(), TEXT.as_bytes());
    assert_eq!(files[0].edition(), 2024);
    for file in &files {
        let mut end = 0;
        for token in file.tokens() {
            assert!(token.start >= end && token.text == &file.bytes()[token.start as usize..token.end as usize]);
            end = token.end;
        }
    }
    let words: Vec<_> = files[1].tokens().iter().map(|token| std::str::from_utf8(token.text).unwrap()).collect();
    assert_eq!(words, ["let", "x", "=", "1u8"]);
    let last = files[1].tokens().iter().next_back().unwrap();
    assert!(last.kind == sys::RUSTG_TOK_INT && u32::from(last.flags) & sys::RUSTG_TOKEN_SUFFIX != 0);
    assert!(files[2].tokens().is_empty() && files[2].tokens().get(0).is_none());
    assert!(!result.success && result.diagnostics().iter().all(|diagnostic| diagnostic.file == "b.rs"));
    assert_eq!(result.n_tokens as usize, files.iter().map(|file| file.tokens().len()).sum::<usize>());
}

#[test]
fn trees() {
    let result =
        GpuCompiler::new().parse_sources([Source::new("0.rs", "fn f() {}"), Source::new("a.rs", TEXT)]).unwrap();
    assert!(result.success, "{}", result.message);
    let file = result.files().nth(1).unwrap();
    let ast = file.ast().unwrap();
    let root = ast.root();
    assert!(root.kind() == sys::RUSTG_AST_File && root.parent().is_none() && root.index() == 0);
    let items: Vec<_> = root.children().map(|item| (item.kind().name(), item.text())).collect();
    assert_eq!(items[0].0, "ItemFn");
    assert!(items[0].1.starts_with(b"pub fn add") && items[1].1.ends_with(b"x: [u8; 3] }"));
    let mut n = 0;
    for node in &ast.iter().collect::<Vec<_>>() {
        n += 1;
        assert!(node.children().all(|child| child.parent() == Some(*node)));
        assert_eq!(
            node.descendants().count(),
            1 + node.children().map(|child| child.descendants().count()).sum::<usize>()
        );
    }
    assert_eq!(n, ast.len());
    assert!(ast.get(n).is_none() && ast.get(0) == Some(root));
    let sums: Vec<_> = ast.iter().filter(|node| node.kind() == sys::RUSTG_AST_ExprBinary).collect();
    assert!(sums.len() == 1 && sums[0].text() == b"a + b");
    assert_eq!(file.tokens().get(sums[0].anchor()).unwrap().text, b"+");
    let first = root.children().next().unwrap();
    assert!(first.name() == Some("add") && first.next_sibling() == root.children().nth(1) && root.name().is_none());
    assert_eq!(file.tokens().get(first.anchor()).unwrap().text, b"fn");
}

#[test]
fn editions_and_outputs() {
    let text = "fn async() {}";
    assert!(!GpuCompiler::new().parse_source(text).unwrap().success);
    assert!(GpuCompiler::new().with_edition(2015).parse_source(text).unwrap().success);
    let source = Source::new("old.rs", text).with_edition(2015);
    assert!(GpuCompiler::new().parse_sources([source]).unwrap().success);

    let kernels = "use rustg_std::prelude::*;\n#[kernel]\npub fn k(n: usize, x: &[u8], mut y: GridMut<[u8; 4]>) { if cfg!(big) { assert!(n > x.len()); } let _ = y.len(); y.get_mut(thread::index()); }";
    let new = format!("{kernels} // {:?}", std::time::SystemTime::now()); // no cache has it
    let result = GpuCompiler::new()
        .with_outputs(&[Output::CText, Output::CudaText, Output::Ir, Output::Json])
        .with_cfg("big")
        .compile_source(&new)
        .unwrap()
        .into_result()
        .unwrap();
    let text = |output| String::from_utf8(result.output(output, 0).unwrap().to_vec()).unwrap();
    assert!(text(Output::CText).contains("rustg_cpu_k(") && text(Output::CudaText).contains("__global__"));
    assert!(text(Output::Json).contains("\"GridMut<[u8; 4]>\"") && text(Output::Ir).contains("kernel \"k\""));
    let info = &result.kernels()[0];
    assert_eq!(info.params.iter().map(|param| param.element_name()).collect::<Vec<_>>(), ["usize", "u8", "[u8; 4]"]);
    assert_eq!((info.line, info.is_unsafe, info.params[2].size), (3, false, 4));
    assert!(result.times.check > 0.0 && result.times.emit >= 0.0 && result.profile.is_none());
}
