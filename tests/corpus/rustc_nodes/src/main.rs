//! rustc_nodes LIST EDITION: what rustc's parser makes of every file named in LIST, as one binary stream on standard
//! output; corpus_ast_test.c reads it. All integers are u32, little endian; offsets count the file as read.
//!
//!   file   verdict, n_names, n_rows, n_bytes, then n_names names, n_rows rows and n_bytes of the first error
//!   verdict 0 accepted; 1 rejected; 2 not UTF-8; 3 unreadable; 4 rustc panicked
//!   name   n_bytes, then "Class<TAB>Variant"; names count on over the files from 0
//!   row    start, end, name
//!   error  "start<TAB>end<TAB>message"
//!
//! The rows are the nodes of the classes Item, ForeignItem, AssocItem, Expr, Pat, Ty, Stmt, Block, Param and Attr, in the
//! order of rustc's visitor, under the names that rustc's variants have.

use std::collections::HashMap;
use std::fmt::{Debug, Write as _};
use std::io::{BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use rustc_ast as ast;
use rustc_ast::visit::{self, AssocCtxt, Visitor};
use rustc_errors::emitter::Emitter;
use rustc_errors::translation::{format_diag_message, to_fluent_args};
use rustc_errors::{DiagCtxt, DiagInner};
use rustc_parse::lexer::StripTokens;
use rustc_parse::new_parser_from_source_str;
use rustc_session::parse::ParseSess;
use rustc_span::source_map::{FilePathMapping, SourceMap};
use rustc_span::{BytePos, FileName, Span};

const ACCEPTED: u32 = 0;
const REJECTED: u32 = 1;
const NOT_UTF8: u32 = 2;
const UNREADABLE: u32 = 3;
const PANICKED: u32 = 4;

/// The first error's place and text.
#[derive(Clone, Default)]
struct FirstError(Arc<Mutex<Option<(u32, u32, String)>>>);

impl Emitter for FirstError {
    fn emit_diagnostic(&mut self, diag: DiagInner) {
        let mut first = self.0.lock().unwrap();
        if !diag.is_error() || first.is_some() {
            return;
        }
        let args = to_fluent_args(diag.args.iter());
        let mut text = String::new();
        for (message, _) in &diag.messages {
            text += &format_diag_message(message, &args).expect("a message without its arguments");
        }
        let (start, end) = diag.span.primary_span().map_or((0, 0), |s| (s.lo().0, s.hi().0));
        *first = Some((start, end, text));
    }
    fn source_map(&self) -> Option<&SourceMap> {
        None
    }
}

/// Takes letters and digits and stops a Debug implementation at anything else: the variant's name is what remains.
struct Word(String);

impl std::fmt::Write for Word {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for c in text.chars() {
            if !c.is_alphanumeric() {
                return Err(std::fmt::Error);
            }
            self.0.push(c);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Names {
    numbers: HashMap<String, u32>,
    fresh: Vec<String>,
}

struct Nodes<'n> {
    names: &'n mut Names,
    word: Word,
    rows: Vec<(u32, u32, u32)>,
}

impl Nodes<'_> {
    fn add(&mut self, class: &str, kind: &dyn Debug, span: Span) {
        self.word.0.clear();
        self.word.0.push_str(class);
        self.word.0.push('\t');
        let _ = write!(self.word, "{kind:?}");
        let name = match self.names.numbers.get(&self.word.0) {
            Some(number) => *number,
            None => {
                let number = self.names.numbers.len() as u32;
                self.names.numbers.insert(self.word.0.clone(), number);
                self.names.fresh.push(self.word.0.clone());
                number
            }
        };
        self.rows.push((span.lo().0, span.hi().0, name));
    }
}

impl<'ast> Visitor<'ast> for Nodes<'_> {
    fn visit_item(&mut self, node: &'ast ast::Item) {
        self.add("Item", &node.kind, node.span);
        visit::walk_item(self, node)
    }
    fn visit_foreign_item(&mut self, node: &'ast ast::ForeignItem) {
        self.add("ForeignItem", &node.kind, node.span);
        visit::walk_item(self, node)
    }
    fn visit_assoc_item(&mut self, node: &'ast ast::AssocItem, context: AssocCtxt) {
        self.add("AssocItem", &node.kind, node.span);
        visit::walk_assoc_item(self, node, context)
    }
    fn visit_expr(&mut self, node: &'ast ast::Expr) {
        self.add("Expr", &node.kind, node.span);
        visit::walk_expr(self, node)
    }
    fn visit_pat(&mut self, node: &'ast ast::Pat) {
        self.add("Pat", &node.kind, node.span);
        visit::walk_pat(self, node)
    }
    fn visit_ty(&mut self, node: &'ast ast::Ty) {
        self.add("Ty", &node.kind, node.span);
        visit::walk_ty(self, node)
    }
    fn visit_stmt(&mut self, node: &'ast ast::Stmt) {
        self.add("Stmt", &node.kind, node.span);
        visit::walk_stmt(self, node)
    }
    fn visit_block(&mut self, node: &'ast ast::Block) {
        self.add("Block", &"", node.span);
        visit::walk_block(self, node)
    }
    fn visit_param(&mut self, node: &'ast ast::Param) {
        self.add("Param", &"", node.span);
        visit::walk_param(self, node)
    }
    fn visit_attribute(&mut self, node: &'ast ast::Attribute) {
        if !node.is_doc_comment() {
            self.add("Attr", &"", node.span);
        }
        visit::walk_attribute(self, node)
    }
    fn visit_mac_call(&mut self, node: &'ast ast::MacCall) {
        visit::walk_mac(self, node)
    }
}

/// The file's verdict and the rows of its nodes, none where it is rejected.
fn parse_file(path: &str, text: String, psess: &ParseSess, names: &mut Names) -> (u32, Vec<(u32, u32, u32)>) {
    let parsed = rustc_span::fatal_error::catch_fatal_errors(|| {
        let name = FileName::Custom(path.to_string());
        match new_parser_from_source_str(psess, name, text, StripTokens::ShebangAndFrontmatter) {
            Ok(mut parser) => parser.parse_crate_mod().map_err(|e| e.emit()).ok(),
            Err(errors) => {
                errors.into_iter().for_each(|e| drop(e.emit()));
                None
            }
        }
    });
    psess.dcx().emit_stashed_diagnostics();
    let n_errors = psess.dcx().err_count();
    let Some(tree) = parsed.ok().flatten().filter(|_| n_errors == 0) else { return (REJECTED, Vec::new()) };
    if !psess.bad_unicode_identifiers.borrow().is_empty() {
        return (REJECTED, Vec::new()); // rustc's interface reports these after parsing
    }
    let mut nodes = Nodes { names, word: Word(String::new()), rows: Vec::new() };
    visit::walk_crate(&mut nodes, &tree);
    (ACCEPTED, nodes.rows)
}

fn put(out: &mut impl Write, numbers: &[u32]) {
    for n in numbers {
        out.write_all(&n.to_le_bytes()).unwrap_or_else(|_| std::process::exit(1));
    }
}

fn put_file(path: &str, names: &mut Names, out: &mut impl Write) {
    let Ok(bytes) = std::fs::read(path) else { return put(out, &[UNREADABLE, 0, 0, 0]) };
    let Ok(text) = String::from_utf8(bytes) else { return put(out, &[NOT_UTF8, 0, 0, 0]) };
    let first = FirstError::default();
    let map = Arc::new(SourceMap::new(FilePathMapping::empty()));
    let psess = ParseSess::with_dcx(DiagCtxt::new(Box::new(first.clone())), map);
    let parsed = catch_unwind(AssertUnwindSafe(|| parse_file(path, text, &psess, names)));
    let (verdict, rows) = parsed.unwrap_or((PANICKED, Vec::new()));
    let error = match (psess.source_map().files().first(), first.0.lock().unwrap().as_ref()) {
        (Some(file), Some((start, end, message))) => {
            let original = |at: u32| file.original_relative_byte_pos(BytePos(at)).0;
            format!("{}\t{}\t{message}", original(*start), original(*end))
        }
        _ => String::new(),
    };
    let fresh = std::mem::take(&mut names.fresh);
    put(out, &[verdict, fresh.len() as u32, rows.len() as u32, error.len() as u32]);
    for name in &fresh {
        put(out, &[name.len() as u32]);
        out.write_all(name.as_bytes()).unwrap();
    }
    if verdict == ACCEPTED {
        let file = psess.source_map().files()[0].clone();
        let base = file.start_pos.0;
        let normalized = !file.normalized_pos.is_empty();
        let original = |at: u32| {
            if normalized { file.original_relative_byte_pos(BytePos(at)).0 } else { at - base }
        };
        for (start, end, name) in &rows {
            put(out, &[original(*start), original(*end), *name]);
        }
    }
    out.write_all(error.as_bytes()).unwrap();
    psess.dcx().reset_err_count();
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let list = std::fs::read_to_string(&args[1]).expect("LIST");
    let edition = args[2].parse().expect("EDITION");
    std::panic::set_hook(Box::new(|_| ()));
    let work = move || {
        rustc_span::create_session_globals_then(edition, &[], None, || {
            let mut names = Names::default();
            let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
            for path in list.lines() {
                put_file(path, &mut names, &mut out);
            }
            out.flush().unwrap();
        })
    };
    // rustc's parser and its visitors recurse.
    std::thread::Builder::new().stack_size(4 << 30).spawn(work).unwrap().join().unwrap();
}
