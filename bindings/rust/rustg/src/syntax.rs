//! Tokens and syntax trees, as views over the result's arrays.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use rustg_sys as sys;

use crate::error::{c_text, static_text};
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
unsafe fn slice<'a, T>(first: *const T, n: usize) -> &'a [T] {
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

/// What a token is: `rustg::sys::RUSTG_TOK_*`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenKind(pub u8);

impl TokenKind {
    /// "KW_FN", "IDENT", ...
    pub fn name(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_token_kind_name(self.0)) }
    }

    /// The bytes of a kind that has only one spelling, else "".
    pub fn spelling(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_token_kind_spelling(self.0)) }
    }
}

impl fmt::Debug for TokenKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq<sys::rustg_token_kind> for TokenKind {
    fn eq(&self, other: &sys::rustg_token_kind) -> bool {
        u32::from(self.0) == *other
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
        let kind = TokenKind(*self.kinds.get(index)?);
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

/// What a node is: `rustg::sys::RUSTG_AST_*`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeKind(pub u8);

impl NodeKind {
    /// "ItemFn", "ExprBinary", ...
    pub fn name(self) -> &'static str {
        // SAFETY: static storage, for any number.
        unsafe { static_text(sys::rustg_ast_kind_name(self.0)) }
    }
}

impl fmt::Debug for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq<sys::rustg_ast_kind> for NodeKind {
    fn eq(&self, other: &sys::rustg_ast_kind) -> bool {
        u32::from(self.0) == *other
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
        NodeKind(unsafe { sys::rustg_ast_node_kind(&self.ast.arrays, self.index) })
    }

    /// Its bytes in the file.
    pub fn span(&self) -> Range<usize> {
        // SAFETY: as above.
        let span = unsafe { sys::rustg_ast_node_span(&self.ast.arrays, self.index) };
        (span.start - self.ast.base) as usize..(span.end - self.ast.base) as usize
    }

    /// Its text, attributes before it left out.
    pub fn text(&self) -> &'a [u8] {
        self.ast.text.get(self.span()).unwrap_or(&[])
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

    /// The token that it hangs on, by its place among the file's tokens: the `fn` of a function, the operator of a binary
    /// expression.
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
