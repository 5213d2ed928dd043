//! Tokens and syntax trees, as views over the result's arrays.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use rustg_sys as sys;

use crate::error::{c_text, static_text};
pub use crate::kinds::{NodeKind, TokenKind};
use crate::result::ResultHandle;

/// A source of a compile, or a `mod` file that kernels asked for.
#[derive(Clone, Copy)]
pub struct File<'a> {
    result: &'a ResultHandle,
    row: sys::rustg_file,
}

impl<'a> File<'a> {
    pub(crate) fn of(result: &'a ResultHandle, index: usize) -> Option<File<'a>> {
        Some(File { result, row: result.file(index)? })
    }

    /// Its name as given, or its path.
    pub fn name(&self) -> String {
        // SAFETY: the result's text.
        unsafe { c_text(self.row.name) }.into_owned()
    }

    /// Its bytes as read.
    pub fn bytes(&self) -> &'a [u8] {
        // SAFETY: n_bytes that the result owns or keeps alive.
        unsafe { slice(self.row.bytes, self.row.n_bytes) }
    }

    /// The edition it was read in.
    pub fn edition(&self) -> u32 {
        self.row.edition
    }

    /// Those of its batch; none where they were left on the device.
    fn batch_tokens(&self) -> sys::rustg_tokens {
        let mut arrays = sys::rustg_tokens { kind: &0, flags: &0, start: &0, end: &0, n_toks: 0 };
        // SAFETY: the result is alive.
        let status = unsafe { sys::rustg_result_tokens(self.result.raw(), self.row.batch as usize, &mut arrays) };
        if status != sys::RUSTG_OK {
            arrays.n_toks = 0;
        }
        arrays
    }

    /// Its tokens.
    pub fn tokens(&self) -> Tokens<'a> {
        let arrays = self.batch_tokens();
        let n = if arrays.n_toks > 0 { self.row.n_toks as usize } else { 0 };
        let first = self.row.first_tok as usize;
        // SAFETY: the file's tokens are n of the batch's arrays, from first_tok on.
        unsafe {
            Tokens {
                text: self.bytes(),
                base: self.row.base,
                kinds: part(arrays.kind, first, n),
                flags: part(arrays.flags, first, n),
                starts: part(arrays.start, first, n),
                ends: part(arrays.end, first, n),
            }
        }
    }

    /// Its syntax tree; `None` where it was not parsed.
    pub fn ast(&self) -> Option<Ast<'a>> {
        let mut arrays = std::mem::MaybeUninit::<sys::rustg_ast>::zeroed();
        // SAFETY: the result is alive; a call that succeeds has filled the arrays.
        let arrays = unsafe {
            let status = sys::rustg_result_ast(self.result.raw(), self.row.batch as usize, arrays.as_mut_ptr());
            if status != sys::RUSTG_OK || self.row.n_nodes == 0 {
                return None;
            }
            arrays.assume_init()
        };
        Some(Ast {
            arrays,
            tokens: self.batch_tokens(),
            first: self.row.first_node,
            first_tok: self.row.first_tok,
            n_nodes: self.row.n_nodes,
            base: self.row.base,
            text: self.bytes(),
            of: PhantomData,
        })
    }
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File {:?} of {} bytes", self.name(), self.row.n_bytes)
    }
}

/// # Safety
/// NULL, or n elements that live for 'a.
pub(crate) unsafe fn slice<'a, T>(first: *const T, n: usize) -> &'a [T] {
    if n == 0 || first.is_null() {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(first, n) }
}

/// # Safety
/// n is 0, or the array has first + n elements that live for 'a.
unsafe fn part<'a, T>(array: *const T, first: usize, n: usize) -> &'a [T] {
    if n == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(array.add(first), n) }
}

/// The column `class` of token_kind.def.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenClass {
    /// No token, or the end of a file.
    None,
    /// Bytes that begin no token.
    Error,
    /// An identifier.
    Ident,
    /// An identifier that some rule of the grammar treats as a keyword.
    Weak,
    /// A keyword of the file's edition.
    Keyword,
    /// A lifetime.
    Lifetime,
    /// A literal.
    Literal,
    /// A doc comment.
    Doc,
    /// An opening delimiter.
    Open,
    /// A closing delimiter.
    Close,
    /// A punctuation character.
    Punct,
}

impl TokenKind {
    fn of(number: u8) -> TokenKind {
        TokenKind::ALL.get(usize::from(number)).copied().unwrap_or(TokenKind::Unknown)
    }

    /// "KW_FN", "IDENT", ...
    pub fn name(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_token_kind_name(self as u8)) }
    }

    /// What sort it is of.
    pub fn class(self) -> TokenClass {
        // SAFETY: any number is answered.
        match unsafe { sys::rustg_token_kind_class(self as u8) } {
            sys::RUSTG_CLASS_ERROR => TokenClass::Error,
            sys::RUSTG_CLASS_IDENT => TokenClass::Ident,
            sys::RUSTG_CLASS_WEAK => TokenClass::Weak,
            sys::RUSTG_CLASS_KEYWORD => TokenClass::Keyword,
            sys::RUSTG_CLASS_LIFETIME => TokenClass::Lifetime,
            sys::RUSTG_CLASS_LITERAL => TokenClass::Literal,
            sys::RUSTG_CLASS_DOC => TokenClass::Doc,
            sys::RUSTG_CLASS_OPEN => TokenClass::Open,
            sys::RUSTG_CLASS_CLOSE => TokenClass::Close,
            sys::RUSTG_CLASS_PUNCT => TokenClass::Punct,
            _ => TokenClass::None,
        }
    }

    /// The bytes of a kind that has only one spelling, else "".
    pub fn spelling(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_token_kind_spelling(self as u8)) }
    }
}

impl PartialEq<sys::rustg_token_kind> for TokenKind {
    fn eq(&self, other: &sys::rustg_token_kind) -> bool {
        *self as u32 == *other
    }
}

/// One token of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// `rustg::sys::RUSTG_TOKEN_*`.
    pub flags: u8,
    /// Its bytes in the file.
    pub start: u32,
    /// Behind its last byte.
    pub end: u32,
    /// Its bytes.
    pub text: &'a [u8],
}

impl<'a> Token<'a> {
    /// The suffix of a literal, as the `u8` of `1u8`; "" where it has none.
    pub fn suffix(&self) -> &'a [u8] {
        let n = self.text.len() as u32;
        // SAFETY: n bytes, which are only read.
        let at = unsafe { sys::rustg_token_suffix(self.text.as_ptr(), n, self.kind as u8) };
        self.text.get(at as usize..).unwrap_or(&[])
    }
}

/// The tokens of a file; white space and plain comments left out.
///
/// ```
/// let result = rustg::GpuCompiler::new().parse_source("fn main() {}")?;
/// let file = result.files().next().unwrap();
/// let names: Vec<_> = file.tokens().iter().map(|token| token.kind.name()).collect();
/// assert_eq!(names, ["KW_FN", "IDENT", "L_PAREN", "R_PAREN", "L_BRACE", "R_BRACE"]);
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tokens<'a> {
    text: &'a [u8],
    base: u32,
    kinds: &'a [u8],
    flags: &'a [u8],
    starts: &'a [u32],
    ends: &'a [u32],
}

impl<'a> Tokens<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// One of them.
    pub fn get(&self, index: usize) -> Option<Token<'a>> {
        let kind = TokenKind::of(*self.kinds.get(index)?);
        let (start, end) = (self.starts[index] - self.base, self.ends[index] - self.base);
        let text = self.text.get(start as usize..end as usize).unwrap_or(&[]);
        Some(Token { kind, flags: self.flags[index], start, end, text })
    }

    /// All of them, in order.
    pub fn iter(&self) -> TokenIter<'a> {
        TokenIter { tokens: *self, range: 0..self.len() }
    }

    /// The kinds alone: `rustg::sys::RUSTG_TOK_*`.
    pub fn kinds(&self) -> &'a [u8] {
        self.kinds
    }
}

impl<'a> IntoIterator for Tokens<'a> {
    type Item = Token<'a>;
    type IntoIter = TokenIter<'a>;
    fn into_iter(self) -> TokenIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for Tokens<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Tokens in order.
#[derive(Clone, Debug)]
pub struct TokenIter<'a> {
    tokens: Tokens<'a>,
    range: Range<usize>,
}

impl<'a> Iterator for TokenIter<'a> {
    type Item = Token<'a>;
    fn next(&mut self) -> Option<Token<'a>> {
        self.tokens.get(self.range.next()?)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for TokenIter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.tokens.get(self.range.next_back()?)
    }
}

impl ExactSizeIterator for TokenIter<'_> {}

/// rustc's classes of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NodeClass {
    /// None of the others: attributes, parameters, ...
    None,
    /// An item.
    Item,
    /// An item of an `extern` block.
    ForeignItem,
    /// An item of a trait or `impl`.
    AssocItem,
    /// An expression.
    Expr,
    /// A pattern.
    Pat,
    /// A type.
    Ty,
    /// A statement.
    Stmt,
    /// A block.
    Block,
}

impl NodeKind {
    fn of(number: u8) -> NodeKind {
        NodeKind::ALL.get(usize::from(number)).copied().unwrap_or(NodeKind::None)
    }

    /// What sort it is of.
    pub fn class(self) -> NodeClass {
        // SAFETY: any number is answered.
        match unsafe { sys::rustg_ast_kind_class(self as u8) } {
            sys::RUSTG_AST_CLASS_ITEM => NodeClass::Item,
            sys::RUSTG_AST_CLASS_FOREIGN_ITEM => NodeClass::ForeignItem,
            sys::RUSTG_AST_CLASS_ASSOC_ITEM => NodeClass::AssocItem,
            sys::RUSTG_AST_CLASS_EXPR => NodeClass::Expr,
            sys::RUSTG_AST_CLASS_PAT => NodeClass::Pat,
            sys::RUSTG_AST_CLASS_TY => NodeClass::Ty,
            sys::RUSTG_AST_CLASS_STMT => NodeClass::Stmt,
            sys::RUSTG_AST_CLASS_BLOCK => NodeClass::Block,
            _ => NodeClass::None,
        }
    }

    /// "ItemFn", "ExprBinary", ...
    pub fn name(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_ast_kind_name(self as u8)) }
    }
}

impl PartialEq<sys::rustg_ast_kind> for NodeKind {
    fn eq(&self, other: &sys::rustg_ast_kind) -> bool {
        *self as u32 == *other
    }
}

/// The syntax tree of a file.
///
/// ```
/// let result = rustg::GpuCompiler::new().parse_source("fn one() -> u8 { 1 }\nstruct S;")?;
/// let ast = result.files().next().unwrap().ast().unwrap();
/// let items: Vec<_> = ast.root().children().map(|node| node.kind().name()).collect();
/// assert_eq!(items, ["ItemFn", "ItemStruct"]);
/// assert_eq!(ast.iter().count(), ast.len());
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Ast<'a> {
    arrays: sys::rustg_ast,
    tokens: sys::rustg_tokens,
    first: u32,
    first_tok: u32,
    n_nodes: u32,
    base: u32,
    text: &'a [u8],
    of: PhantomData<&'a ResultHandle>,
}

// SAFETY: arrays of the result's, which is Sync, only read.
unsafe impl Send for Ast<'_> {}
// SAFETY: as above.
unsafe impl Sync for Ast<'_> {}

impl<'a> Ast<'a> {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.n_nodes as usize
    }

    /// Never: a tree has its root.
    pub fn is_empty(&self) -> bool {
        self.n_nodes == 0
    }

    /// The node of kind `File`.
    pub fn root(&self) -> Node<'a> {
        Node { ast: *self, index: self.first }
    }

    /// A node by its place in preorder; 0 is the root.
    pub fn get(&self, index: usize) -> Option<Node<'a>> {
        (index < self.len()).then(|| Node { ast: *self, index: self.first + index as u32 })
    }

    /// All nodes in preorder.
    pub fn iter(&self) -> NodeIter<'a> {
        NodeIter { ast: *self, range: self.first..self.first + self.n_nodes }
    }
}

impl<'a> IntoIterator for Ast<'a> {
    type Item = Node<'a>;
    type IntoIter = NodeIter<'a>;
    fn into_iter(self) -> NodeIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for Ast<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ast of {} nodes", self.n_nodes)
    }
}

/// One node of a syntax tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    ast: Ast<'a>,
    index: u32,
}

impl<'a> Node<'a> {
    fn at(&self, index: u32) -> Option<Node<'a>> {
        (index != 0).then_some(Node { ast: self.ast, index })
    }

    /// Its place in preorder; 0 is the root.
    pub fn index(&self) -> usize {
        (self.index - self.ast.first) as usize
    }

    /// What it is.
    pub fn kind(&self) -> NodeKind {
        // SAFETY: arrays of the result's; any index is answered.
        NodeKind::of(unsafe { sys::rustg_ast_node_kind(&self.ast.arrays, self.index) })
    }

    /// Its bytes in the file.
    pub fn span(&self) -> Range<usize> {
        // SAFETY: as above.
        let span = unsafe { sys::rustg_ast_node_span(&self.ast.arrays, self.index) };
        (span.start - self.ast.base) as usize..(span.end - self.ast.base) as usize
    }

    /// Its text, attributes before it left out.
    pub fn text(&self) -> &'a [u8] {
        let (text, base, mut n_bytes) = (self.ast.text, self.ast.base, 0);
        // SAFETY: arrays of the result's; the text is the file's, at base in them.
        unsafe {
            slice(sys::rustg_ast_node_text(&self.ast.arrays, self.index, text.as_ptr(), base, &mut n_bytes), n_bytes)
        }
    }

    /// What it declares or sets: the name of an item, a field, a binding, without `r#`; `None` for a node without one.
    ///
    /// ```
    /// let result = rustg::GpuCompiler::new().parse_source("fn one() {} struct S { r#type: u8 } impl S {}")?;
    /// let ast = result.files().next().unwrap().ast().unwrap();
    /// let names: Vec<_> = ast.iter().filter_map(|node| node.name()).collect();
    /// assert_eq!(names, ["one", "S", "type"]);
    /// # Ok::<(), rustg::Error>(())
    /// ```
    pub fn name(&self) -> Option<&'a str> {
        let (text, base, mut n_bytes) = (self.ast.text, self.ast.base, 0);
        // SAFETY: arrays of one batch, which the result owns; the text is the file's, at base in it.
        let name = unsafe {
            let (arrays, tokens) = (&self.ast.arrays, &self.ast.tokens);
            sys::rustg_ast_name(arrays, tokens, self.index, text.as_ptr(), base, &mut n_bytes)
        };
        // SAFETY: NULL, or n_bytes of the text.
        (!name.is_null()).then(|| unsafe { slice(name, n_bytes) }).and_then(|bytes| std::str::from_utf8(bytes).ok())
    }

    /// The token that [`name`](Node::name) is of, by its place among the file's tokens.
    pub fn name_token(&self) -> Option<usize> {
        // SAFETY: arrays of one batch, which the result owns.
        let tok = unsafe { sys::rustg_ast_name_tok(&self.ast.arrays, &self.ast.tokens, self.index) };
        (tok != 0).then(|| (tok - self.ast.first_tok) as usize)
    }

    /// How many children it has; that many steps.
    pub fn n_children(&self) -> usize {
        // SAFETY: arrays of the result's; any index is answered.
        unsafe { sys::rustg_ast_node_n_children(&self.ast.arrays, self.index) as usize }
    }

    /// A place to walk from, here and below.
    pub fn cursor(&self) -> Cursor<'a> {
        let mut raw = sys::rustg_ast_cursor::default();
        // SAFETY: the cursor is ours; where it moves, it is given the arrays' address anew.
        unsafe { sys::rustg_ast_cursor_begin(&mut raw, &self.ast.arrays, self.index) };
        Cursor { ast: self.ast, raw }
    }

    /// The token that it hangs on, by its place among the file's tokens: the `fn` of a function, the operator of a
    /// binary expression.
    pub fn anchor(&self) -> usize {
        // SAFETY: the node is one of the arrays'.
        unsafe { (*self.ast.arrays.tok.add(self.index as usize) - self.ast.first_tok) as usize }
    }

    /// The next child of the node above.
    pub fn next_sibling(&self) -> Option<Node<'a>> {
        // SAFETY: as above.
        self.at(unsafe { sys::rustg_ast_node_next_sibling(&self.ast.arrays, self.index) })
    }

    /// The node above; `None` for the root.
    pub fn parent(&self) -> Option<Node<'a>> {
        // SAFETY: as above.
        self.at(unsafe { sys::rustg_ast_node_parent(&self.ast.arrays, self.index) })
    }

    /// Its children in order.
    pub fn children(&self) -> Children<'a> {
        // SAFETY: as above.
        Children(self.at(unsafe { sys::rustg_ast_node_first_child(&self.ast.arrays, self.index) }))
    }

    /// Itself and all below, in preorder.
    pub fn descendants(&self) -> NodeIter<'a> {
        // SAFETY: the node is one of the arrays'.
        let end = unsafe { *self.ast.arrays.next.add(self.index as usize) };
        NodeIter { ast: self.ast, range: self.index..end }
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind().name(), self.span())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.ast.arrays.kind, other.ast.arrays.kind)
    }
}

/// A place in the subtree of one node, which it never leaves. A move answers whether there was such a node; else it
/// stays.
///
/// ```
/// let result = rustg::GpuCompiler::new().parse_source("fn one() -> u8 { 1 }\nstruct S;")?;
/// let ast = result.files().next().unwrap().ast().unwrap();
/// let mut cursor = ast.root().cursor();
/// assert!(cursor.to_first_child() && cursor.depth() == 1 && cursor.node().name() == Some("one"));
/// assert!(cursor.skip() && cursor.node().name() == Some("S") && !cursor.to_next_sibling());
/// assert!(cursor.to_parent() && cursor.node() == ast.root() && !cursor.to_parent());
/// let mut n = 1;
/// while cursor.advance() {
///     n += 1;
/// }
/// assert_eq!(n, ast.len());
/// # Ok::<(), rustg::Error>(())
/// ```
#[derive(Clone)]
pub struct Cursor<'a> {
    ast: Ast<'a>,
    raw: sys::rustg_ast_cursor,
}

impl<'a> Cursor<'a> {
    fn go(&mut self, call: unsafe extern "C" fn(*mut sys::rustg_ast_cursor) -> std::ffi::c_int) -> bool {
        self.raw.ast = &self.ast.arrays; // where it is now
        // SAFETY: begun by `Node::cursor`, over arrays of the result's.
        unsafe { call(&mut self.raw) != 0 }
    }

    /// Where it stands.
    pub fn node(&self) -> Node<'a> {
        Node { ast: self.ast, index: self.raw.node }
    }

    /// Steps from where it began down to here.
    pub fn depth(&self) -> u32 {
        self.raw.depth
    }

    /// To the first child.
    pub fn to_first_child(&mut self) -> bool {
        self.go(sys::rustg_ast_cursor_first_child)
    }

    /// To the next child of the node above.
    pub fn to_next_sibling(&mut self) -> bool {
        self.go(sys::rustg_ast_cursor_next_sibling)
    }

    /// To the node above.
    pub fn to_parent(&mut self) -> bool {
        self.go(sys::rustg_ast_cursor_parent)
    }

    /// To the next node in preorder.
    pub fn advance(&mut self) -> bool {
        self.go(sys::rustg_ast_cursor_next)
    }

    /// To the next node in preorder that is not below this one.
    pub fn skip(&mut self) -> bool {
        self.go(sys::rustg_ast_cursor_skip)
    }
}

impl fmt::Debug for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cursor at {:?}", self.node())
    }
}

/// Children of a node, in order.
#[derive(Clone, Debug)]
pub struct Children<'a>(Option<Node<'a>>);

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;
    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.0?;
        self.0 = node.next_sibling();
        Some(node)
    }
}

/// Nodes in preorder.
#[derive(Clone, Debug)]
pub struct NodeIter<'a> {
    ast: Ast<'a>,
    range: Range<u32>,
}

impl<'a> Iterator for NodeIter<'a> {
    type Item = Node<'a>;
    fn next(&mut self) -> Option<Node<'a>> {
        Some(Node { ast: self.ast, index: self.range.next()? })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl ExactSizeIterator for NodeIter<'_> {}
