//! rustc_tokens LIST EDITION: what rustc's two lexers make of every file named in LIST, as one binary stream on
//! standard output; corpus_test.c reads it. All integers are u32, little endian; offsets count the file as read.
//!
//!   file   verdict, n_raw, n_parse, n_diags, then the rows
//!   verdict 0 lexed without an error; 1 lexed with errors, or not to the end; 2 not UTF-8 (no rows); 3 unreadable
//!   token  start, end, suffix (0: none), code | flags << 8
//!   diag   start, end (all ones: rustc gives no span), n_bytes, then n_bytes of "CODE<TAB>message"
//!
//! The raw rows are rustc_lexer's, cut as rustc_parse cuts them for the edition. The parse rows are rustc_parse's,
//! glued punctuation taken apart; there are none where rustc_parse gives up. Codes: see `code_of` below.

use std::io::{BufWriter, Write};
use std::sync::{Arc, Mutex};

use rustc_ast::AttrStyle;
use rustc_ast::token::{self, CommentKind, IdentIsRaw, LitKind, TokenKind};
use rustc_ast::tokenstream::{Spacing, TokenStream, TokenTree};
use rustc_errors::emitter::Emitter;
use rustc_errors::translation::{format_diag_message, to_fluent_args};
use rustc_errors::{DiagCtxt, DiagInner};
use rustc_lexer::{Cursor, DocStyle, FrontmatterAllowed, LiteralKind, strip_shebang};
use rustc_parse::lexer::StripTokens;
use rustc_parse::new_parser_from_source_str;
use rustc_session::parse::ParseSess;
use rustc_span::edition::Edition;
use rustc_span::source_map::{FilePathMapping, SourceMap};
use rustc_span::{FileName, SourceFile};

const JOINT: u32 = 1;
const RAW: u32 = 2;
const SUFFIX: u32 = 4;
const INNER: u32 = 8;
const BLOCK: u32 = 16;
const NO_SPAN: u32 = u32::MAX;

struct Row {
    start: u32,
    end: u32,
    suffix: u32,
    code: u8,
    flags: u32,
}

struct Found {
    start: u32,
    end: u32,
    text: String,
}

struct Collector(Arc<Mutex<Vec<Found>>>);

impl Emitter for Collector {
    fn emit_diagnostic(&mut self, diag: DiagInner) {
        if !diag.is_error() {
            return;
        }
        let args = to_fluent_args(diag.args.iter());
        let mut text = diag.code.map(|c| c.to_string()).unwrap_or_default() + "\t";
        for (message, _) in &diag.messages {
            text += &format_diag_message(message, &args).expect("a message without its arguments");
        }
        let (start, end) = diag.span.primary_span().map_or((NO_SPAN, NO_SPAN), |s| (s.lo().0, s.hi().0));
        self.0.lock().unwrap().push(Found { start, end, text });
    }
    fn source_map(&self) -> Option<&SourceMap> {
        None
    }
}

/// Letters for what varies; a character of punctuation stands for itself.
fn code_of_literal(kind: LiteralKind) -> u8 {
    match kind {
        LiteralKind::Int { .. } => b'n',
        LiteralKind::Float { .. } => b'f',
        LiteralKind::Char { .. } => b'c',
        LiteralKind::Byte { .. } => b'b',
        LiteralKind::Str { .. } => b's',
        LiteralKind::ByteStr { .. } => b'B',
        LiteralKind::CStr { .. } => b'C',
        LiteralKind::RawStr { .. } => b'r',
        LiteralKind::RawByteStr { .. } => b'p',
        LiteralKind::RawCStr { .. } => b'q',
    }
}

fn raw_tokens(file: &SourceFile, edition: Edition) -> Vec<Row> {
    use rustc_lexer::TokenKind::*;
    let text: &str = file.src.as_ref().unwrap();
    let mut at = strip_shebang(text).unwrap_or(0);
    let mut cursor = Cursor::new(&text[at..], FrontmatterAllowed::Yes);
    let mut rows = Vec::new();
    loop {
        let token = cursor.advance_token();
        let mut len = token.len as usize;
        let (mut suffix, mut flags) = (0, 0);
        let mut again = false; // the token was cut: lex on from its new end
        let code = match token.kind {
            Eof => return rows,
            Whitespace | Frontmatter { .. } => 0,
            LineComment { doc_style: None } | BlockComment { doc_style: None, .. } => 0,
            LineComment { doc_style: Some(style) } => {
                flags |= if style == DocStyle::Inner { INNER } else { 0 };
                b'd'
            }
            BlockComment { doc_style: Some(style), .. } => {
                flags |= BLOCK | if style == DocStyle::Inner { INNER } else { 0 };
                b'd'
            }
            Ident | UnknownPrefix => b'i',
            InvalidIdent => b'x',
            RawIdent => {
                flags |= RAW;
                b'i'
            }
            Lifetime { .. } | UnknownPrefixLifetime => b'l',
            RawLifetime if edition.at_least_rust_2021() => {
                flags |= RAW;
                b'l'
            }
            RawLifetime => {
                (len, again) = (2, true);
                b'l'
            }
            Literal { kind: LiteralKind::CStr { .. }, .. } if !edition.at_least_rust_2021() => {
                (len, again) = (1, true);
                b'i'
            }
            Literal { kind: LiteralKind::RawCStr { .. }, .. } if !edition.at_least_rust_2021() => {
                (len, again) = (2, true);
                b'i'
            }
            Literal { kind, suffix_start } => {
                if suffix_start < token.len {
                    flags |= SUFFIX;
                    suffix = at as u32 + suffix_start;
                }
                code_of_literal(kind)
            }
            GuardedStrPrefix if edition.at_least_rust_2024() => {
                let mut guarded = Cursor::new(&text[at..], FrontmatterAllowed::No);
                if let Some(string) = guarded.guarded_double_quoted_string() {
                    (len, again) = (string.token_len as usize, true);
                }
                b'g'
            }
            GuardedStrPrefix => {
                (len, again) = (1, true);
                b'#'
            }
            Unknown => b'u',
            _ => text.as_bytes()[at],
        };
        if code != 0 {
            rows.push(Row { start: at as u32, end: (at + len) as u32, suffix, code, flags });
        }
        at += len;
        if again {
            cursor = Cursor::new(&text[at..], FrontmatterAllowed::No);
        }
    }
}

fn parse_rows(stream: &TokenStream, base: u32, text: &[u8], rows: &mut Vec<Row>) {
    for tree in stream.iter() {
        match tree {
            TokenTree::Delimited(span, _, _, inner) => {
                for (part, open) in [(span.open, true), (span.close, false)] {
                    let (start, end) = (part.lo().0 - base, part.hi().0 - base);
                    rows.push(Row { start, end, suffix: 0, code: text[start as usize], flags: 0 });
                    if open {
                        parse_rows(inner, base, text, rows);
                    }
                }
            }
            TokenTree::Token(token, spacing) => {
                let (start, end) = (token.span.lo().0 - base, token.span.hi().0 - base);
                let mut flags = 0;
                let code = match token.kind {
                    TokenKind::Ident(_, IdentIsRaw::Yes) => {
                        flags |= RAW;
                        b'i'
                    }
                    TokenKind::Ident(..) => {
                        if token.ident().unwrap().0.is_reserved() { b'k' } else { b'i' }
                    }
                    TokenKind::Lifetime(_, raw) => {
                        flags |= if raw == IdentIsRaw::Yes { RAW } else { 0 };
                        b'l'
                    }
                    TokenKind::DocComment(kind, style, _) => {
                        flags |= if kind == CommentKind::Block { BLOCK } else { 0 };
                        flags |= if style == AttrStyle::Inner { INNER } else { 0 };
                        b'd'
                    }
                    TokenKind::Literal(token::Lit { kind, suffix, .. }) => {
                        flags |= if suffix.is_some() { SUFFIX } else { 0 };
                        match kind {
                            LitKind::Bool | LitKind::Err(_) => b'e',
                            LitKind::Integer => b'n',
                            LitKind::Float => b'f',
                            LitKind::Char => b'c',
                            LitKind::Byte => b'b',
                            LitKind::Str => b's',
                            LitKind::ByteStr => b'B',
                            LitKind::CStr => b'C',
                            LitKind::StrRaw(_) => b'r',
                            LitKind::ByteStrRaw(_) => b'p',
                            LitKind::CStrRaw(_) => b'q',
                        }
                    }
                    _ => {
                        for i in start..end {
                            let joint = i + 1 < end || *spacing == Spacing::Joint;
                            let flags = if joint { JOINT } else { 0 };
                            rows.push(Row { start: i, end: i + 1, suffix: 0, code: text[i as usize], flags });
                        }
                        continue;
                    }
                };
                rows.push(Row { start, end, suffix: 0, code, flags });
            }
        }
    }
}

/// The parser's tokens and whether it got to the end; errors go to the session's emitter.
fn parse_tokens(psess: &ParseSess, name: FileName, text: String) -> Option<TokenStream> {
    rustc_span::fatal_error::catch_fatal_errors(|| {
        match new_parser_from_source_str(psess, name, text, StripTokens::ShebangAndFrontmatter) {
            Ok(mut parser) => Some(parser.parse_tokens()),
            Err(errors) => {
                errors.into_iter().for_each(|e| e.cancel()); // delimiters that do not match: not the lexer's matter
                None
            }
        }
    })
    .ok()
    .flatten()
}

fn put(out: &mut impl Write, numbers: &[u32]) {
    for n in numbers {
        out.write_all(&n.to_le_bytes()).unwrap_or_else(|_| std::process::exit(1));
    }
}

fn lex_file(path: &str, edition: Edition, out: &mut impl Write) {
    let Ok(bytes) = std::fs::read(path) else { return put(out, &[3, 0, 0, 0]) };
    let Ok(text) = String::from_utf8(bytes) else { return put(out, &[2, 0, 0, 0]) };
    let found = Arc::new(Mutex::new(Vec::new()));
    let map = Arc::new(SourceMap::new(FilePathMapping::empty()));
    let psess = ParseSess::with_dcx(DiagCtxt::new(Box::new(Collector(found.clone()))), map);
    let stream = parse_tokens(&psess, FileName::Custom(path.to_string()), text);
    psess.dcx().emit_stashed_diagnostics();
    let file = psess.source_map().files()[0].clone();
    let base = file.start_pos.0;
    let mut rows = raw_tokens(&file, edition);
    let n_raw = rows.len();
    if let Some(stream) = &stream {
        parse_rows(stream, base, file.src.as_ref().unwrap().as_bytes(), &mut rows);
    }
    let mut diags = std::mem::take(&mut *found.lock().unwrap());
    // rustc's interface reports these after parsing, once a name with all its places; here each place is a row.
    for (name, spans) in psess.bad_unicode_identifiers.borrow_mut().drain(..) {
        for span in spans {
            let text = match name.as_str() {
                "🦀" => "\tFerris cannot be used as an identifier".to_string(),
                other => format!("\tidentifiers cannot contain emoji: `{other}`"),
            };
            diags.push(Found { start: span.lo().0, end: span.hi().0, text });
        }
    }
    diags.sort_by_key(|d| (d.start, d.end));
    let verdict = u32::from(stream.is_none() || !diags.is_empty());
    let original = |at: u32| file.original_relative_byte_pos(rustc_span::BytePos(base + at)).0;
    put(out, &[verdict, n_raw as u32, (rows.len() - n_raw) as u32, diags.len() as u32]);
    for row in &rows {
        let suffix = if row.suffix == 0 { 0 } else { original(row.suffix) };
        put(out, &[original(row.start), original(row.end), suffix, row.code as u32 | row.flags << 8]);
    }
    for diag in &diags {
        let place = |at| if at == NO_SPAN { at } else { original(at - base) };
        put(out, &[place(diag.start), place(diag.end), diag.text.len() as u32]);
        out.write_all(diag.text.as_bytes()).unwrap();
    }
    psess.dcx().reset_err_count();
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let list = std::fs::read_to_string(&args[1]).expect("LIST");
    let edition: Edition = args[2].parse().expect("EDITION");
    let work = move || {
        rustc_span::create_session_globals_then(edition, &[], None, || {
            let mut out = BufWriter::with_capacity(1 << 20, std::io::stdout().lock());
            for path in list.lines() {
                lex_file(path, edition, &mut out);
            }
            out.flush().unwrap();
        })
    };
    // The parser's token trees are walked by recursion.
    std::thread::Builder::new().stack_size(1 << 30).spawn(work).unwrap().join().unwrap();
}
