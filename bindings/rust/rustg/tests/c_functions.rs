//! The crate is as wide as the library: each function of the C interface, and what reaches it in Rust.

use std::collections::BTreeSet;
use std::path::Path;

use rustg::*;

/// A row has a function of include/rustg and what calls it: a path, which must exist, or `drop TYPE`. Those that
/// nothing calls have a reason.
macro_rules! c_functions {
    (@reach drop $type:ty) => { assert!(std::mem::needs_drop::<$type>()) };
    (@reach $path:expr) => { let _ = $path; };
    (reached { $($function:ident => { $($reach:tt)* })* } unreached { $($left:ident, $reason:literal;)* }) => {
        const REACHED: &[(&str, &str)] = &[$((stringify!($function), stringify!($($reach)*))),*];
        const UNREACHED: &[(&str, &str)] = &[$((stringify!($left), $reason)),*];
        #[allow(dead_code, path_statements)]
        fn all_paths_exist() {
            $(c_functions!(@reach $($reach)*);)*
        }
    };
}

c_functions! { reached {

    rustg_abi_version => { initialize }
    rustg_ast_cursor_begin => { Node::cursor }
    rustg_ast_cursor_first_child => { Cursor::to_first_child }
    rustg_ast_cursor_next => { Cursor::advance }
    rustg_ast_cursor_next_sibling => { Cursor::to_next_sibling }
    rustg_ast_cursor_parent => { Cursor::to_parent }
    rustg_ast_cursor_skip => { Cursor::skip }
    rustg_ast_kind_class => { NodeKind::class }
    rustg_ast_kind_name => { NodeKind::name }
    rustg_ast_name => { AstNode::name }
    rustg_ast_name_tok => { Node::name_token }
    rustg_ast_node_first_child => { Node::children }
    rustg_ast_node_kind => { Node::kind }
    rustg_ast_node_n_children => { Node::n_children }
    rustg_ast_node_next_sibling => { Node::next_sibling }
    rustg_ast_node_parent => { Node::parent }
    rustg_ast_node_span => { Node::span }
    rustg_ast_node_text => { Node::text }
    rustg_attention => { |s: &Stream, x: &Buffer<f16>| s.attention(&Attention::new(1, 1, 1, 64), x, x, x, &mut s.zeros::<f16>(1)?) }
    rustg_attention_backward => { Stream::attention_backward::<f16> }
    rustg_attention_backward_bytes => { Attention::backward_bytes::<f16> }
    rustg_buffer_allocate => { Stream::zeros::<f32> }
    rustg_buffer_allocate_managed => { ManagedBuffer::<f32>::zeros }
    rustg_buffer_bytes => { Buffer::<f32>::n_bytes }
    rustg_buffer_free => { drop Buffer<f32> }
    rustg_buffer_pointer => { Buffer::<f32>::as_raw }
    rustg_buffer_use => { Buffer::<f32>::note_use }
    rustg_buffer_wrap => { Buffer::<f32>::from_raw }
    rustg_cache_clear => { clear_cache }
    rustg_cache_info_get => { cache_info }
    rustg_check_version => { initialize }
    rustg_compile => { GpuCompiler::compile_source }
    rustg_content_digest => { content_digest }
    rustg_context_backend => { Device::backend }
    rustg_context_close => { drop Device }
    rustg_context_fallback => { Device::fallback }
    rustg_context_is_lost => { Device::is_lost }
    rustg_context_on_print => { Device::open }
    rustg_context_open => { Device::open }
    rustg_context_ordinal => { Device::ordinal }
    rustg_context_raw => { Device::as_raw }
    rustg_context_wait => { Device::synchronize }
    rustg_copy_between => { Buffer::<f32>::duplicate }
    rustg_copy_from_buffer => { Stream::download_pinned::<f32> }
    rustg_copy_to_buffer => { Stream::upload::<f32> }
    rustg_cuda_compile => { compile_cuda }
    rustg_cuda_missing => { engine_missing }
    rustg_cuda_signatures_free => { drop CudaSignatures }
    rustg_cuda_signatures_functions => { CudaSignatures::functions }
    rustg_cuda_signatures_read => { CudaSignatures::read }
    rustg_device_count => { DeviceInfo::all }
    rustg_device_info_get => { Device::info }
    rustg_diagnostic_code => { |diagnostic: Diagnostic| diagnostic.code }
    rustg_diagnostic_expected => { |diagnostic: Diagnostic| diagnostic.expected }
    rustg_diagnostic_kind_name => { |diagnostic: Diagnostic| diagnostic.kind }
    rustg_driver_missing => { cuda_missing }
    rustg_element_dlpack => { ElementType::dlpack }
    rustg_element_name => { ElementType::name }
    rustg_element_numpy => { ElementType::numpy }
    rustg_element_size => { ElementType::size }
    rustg_error_can_fallback => { Error::can_fallback }
    rustg_error_category_of => { Error::category }
    rustg_error_category_string => { Error::category }
    rustg_error_counts => { error_counts }
    rustg_error_history => { error_history }
    rustg_error_history_clear => { clear_error_history }
    rustg_error_is_recoverable => { Error::is_recoverable }
    rustg_event_create => { Device::event }
    rustg_event_destroy => { drop Event }
    rustg_event_elapsed => { Event::seconds_since }
    rustg_event_query => { Event::is_done }
    rustg_event_raw => { Event::as_raw }
    rustg_event_record => { Event::record }
    rustg_event_wait => { Event::wait }
    rustg_explain => { explain }
    rustg_fill_buffer => { SliceMut::<f32>::clear }
    rustg_find_sources => { find_sources::<&str> }
    rustg_found_about => { find_sources::<&str> }
    rustg_found_free => { find_sources::<&str> }
    rustg_found_problems => { find_sources::<&str> }
    rustg_found_sources => { find_sources::<&str> }
    rustg_function_info_get => { Kernel::limits }
    rustg_function_occupancy => { Kernel::occupancy }
    rustg_function_raw => { Kernel::as_raw }
    rustg_gpu_interface_at => { unsupported_interfaces }
    rustg_graph_begin => { |stream: &mut Stream| stream.capture(|_| Ok(())).map(drop) }
    rustg_graph_end => { |stream: &mut Stream| stream.capture(|_| Ok(())).map(drop) }
    rustg_graph_free => { drop Graph<'static> }
    rustg_graph_launch => { Graph::launch }
    rustg_initialize => { initialize_with_threads }
    rustg_instance_name => { instance_name }
    rustg_kernels_load => { Module::from_saved }
    rustg_kernels_save => { CompilationResult::save }
    rustg_launch => { |kernel: &Kernel, stream: &Stream| kernel.launch(stream, 1, (1.0f32,)) }
    rustg_lines_find => { |diagnostic: Diagnostic| diagnostic.line }
    rustg_lines_free => { CompilationResult::diagnostics }
    rustg_lines_make => { CompilationResult::diagnostics }
    rustg_lines_render => { |diagnostic: Diagnostic| diagnostic.rendered }
    rustg_log_free => { CompilationResult::save }
    rustg_matmul => { |s: &Stream, x: &Buffer<f32>| s.matmul(&Matmul::new(1, 1, 1), x, x, None, &mut s.zeros::<f32>(1)?) }
    rustg_matmul_library => { matmul_library }
    rustg_memory_limit => { Device::set_memory_limit }
    rustg_memory_stats_get => { Device::memory }
    rustg_memory_trim => { Device::trim }
    rustg_module_free => { drop Module }
    rustg_module_adjoint => { grad }
    rustg_module_from_cuda => { Module::from_cuda_with }
    rustg_module_from_result => { Module::from_result }
    rustg_module_function => { Module::kernel }
    rustg_module_load => { Module::from_image }
    rustg_module_load_file => { |device: &Device| Module::load_file(device, "a.cubin") }
    rustg_module_result => { Stream::wait }
    rustg_module_use_signatures => { Module::use_signatures }
    rustg_panic_message => { Error::panic_message }
    rustg_pass_name => { passes }
    rustg_pinned_allocate => { PinnedBuffer::<f32>::zeros }
    rustg_pinned_bytes => { PinnedBuffer::<f32>::n_bytes }
    rustg_pinned_free => { drop PinnedBuffer<f32> }
    rustg_pinned_pointer => { <PinnedBuffer<f32> as std::ops::Deref>::deref }
    rustg_profile_range_begin => { Profiler::range }
    rustg_profile_range_end => { drop ProfileRange<'static> }
    rustg_profile_rows => { Profiler::rows }
    rustg_profile_start => { Device::profile }
    rustg_profile_stop => { drop Profiler }
    rustg_profile_text => { Profiler::text }
    rustg_profile_trace => { Profiler::trace }
    rustg_result_arrow => { CompilationResult::arrow }
    rustg_result_arrow_file => { |result: &CompilationResult| result.write_arrow(ArrowTable::Ast, "a.arrow") }
    rustg_result_ast => { Batch::ast }
    rustg_result_device_ast => { Batch::device_ast }
    rustg_result_device_tokens => { Batch::device_tokens }
    rustg_result_diagnostics => { CompilationResult::diagnostics }
    rustg_result_engine => { |result: CompilationResult| result.engine }
    rustg_result_file => { File::name }
    rustg_result_free => { drop CompilationResult }
    rustg_result_kernel => { CompilationResult::kernels }
    rustg_result_message => { |result: CompilationResult| result.message }
    rustg_result_n_batches => { CompilationResult::batches }
    rustg_result_n_files => { CompilationResult::files }
    rustg_result_n_kernels => { CompilationResult::kernels }
    rustg_result_output => { CompilationResult::output }
    rustg_result_panic_site => { Error::line }
    rustg_result_render => { CompilationResult::render }
    rustg_result_run => { CompilationResult::run }
    rustg_result_warnings => { CompilationResult::warnings }
    rustg_result_stats => { |result: CompilationResult| result.times }
    rustg_result_success => { |result: CompilationResult| result.success }
    rustg_result_tokens => { Batch::tokens }
    rustg_session_create => { Session::new }
    rustg_session_free => { drop Session }
    rustg_session_kept_bytes => { Session::kept_bytes }
    rustg_session_trim => { trim_memory }
    rustg_shutdown => { shutdown }
    rustg_split_buffer_allocate => { Split::zeros::<f32> }
    rustg_split_buffer_free => { drop SplitBuffer<f32> }
    rustg_split_buffer_part => { SplitBuffer::<f32>::part }
    rustg_split_buffer_read => { SplitBuffer::<f32>::download }
    rustg_split_buffer_write => { SplitBuffer::<f32>::write }
    rustg_split_close => { drop Split }
    rustg_split_launch => { Split::launch }
    rustg_split_n_parts => { Split::n_parts }
    rustg_split_open => { Split::open }
    rustg_split_range => { Split::range }
    rustg_split_stream => { Split::stream }
    rustg_split_wait => { Split::wait }
    rustg_status_hint => { ErrorKind::hint }
    rustg_status_string => { ErrorKind::text }
    rustg_stream_call => { |stream: &Stream| stream.call(|| ()) }
    rustg_stream_create => { Device::stream }
    rustg_stream_create_with_priority => { Device::stream_with_priority }
    rustg_stream_destroy => { drop Stream }
    rustg_stream_panic => { Error::panic_message }
    rustg_stream_priorities => { Device::stream_priorities }
    rustg_stream_priority => { Stream::priority }
    rustg_stream_query => { Stream::is_done }
    rustg_stream_raw => { Stream::as_raw }
    rustg_stream_wait => { Stream::wait }
    rustg_stream_wait_event => { Stream::wait_event }
    rustg_stream_wrap => { Stream::from_raw }
    rustg_token_kind_class => { TokenKind::class }
    rustg_token_kind_name => { TokenKind::name }
    rustg_token_kind_spelling => { TokenKind::spelling }
    rustg_token_suffix => { Token::suffix }
    rustg_version => { version }
    } unreached {
    rustg_buffer_context, "Buffer::device has what the buffer was made in";
    rustg_stream_context, "Stream::device has what the stream was made in";
    rustg_diagnostic_message, "Diagnostic::message is taken from the rendered text, which knows the file's name too";
    rustg_diagnostic_render, "Diagnostic::rendered: rustg_lines_render does the same for many diagnostics of a file";
    rustg_line_column, "Diagnostic::line: rustg_lines_find does the same for many diagnostics of a file";
    rustg_module_from_rust, "Module::from_source compiles and loads in two steps, which keep what diagnostics point to";
    rustg_module_from_rust_log, "likewise: Error::diagnostics has them as data";
} }

/// Names that are declared as functions in the headers.
fn declared() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../include/rustg");
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "h") {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let code: String = text.split("/*").map(|part| part.rsplit_once("*/").map_or(part, |(_, code)| code)).collect();
        for (at, _) in code.match_indices("rustg_") {
            let end = code[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap() + at;
            let before = code[..at].chars().next_back().unwrap_or(' ');
            if code[end..].starts_with('(') && (before.is_whitespace() || before == '*') {
                names.insert(code[at..end].to_string());
            }
        }
    }
    names
}

fn sources(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| !path.ends_with("c_functions.rs")).map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_function_of_the_headers_is_in_the_table() {
    let listed: Vec<&str> = REACHED.iter().chain(UNREACHED).map(|row| row.0).collect();
    let table: BTreeSet<String> = listed.iter().map(|name| name.to_string()).collect();
    let declared = declared();
    assert!(declared.len() > 150, "only {} functions were found", declared.len());
    let missing: Vec<_> = declared.difference(&table).collect();
    let gone: Vec<_> = table.difference(&declared).collect();
    assert!(missing.is_empty(), "in no row: {missing:?}");
    assert!(gone.is_empty(), "no functions any more: {gone:?}");
    assert_eq!(table.len(), listed.len(), "a function has two rows");
}

#[test]
fn the_crate_calls_what_the_table_says() {
    let source = sources("src").concat();
    let called = |function: &str| {
        source
            .match_indices(&format!("sys::{function}"))
            .any(|(at, found)| !source[at + found.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
    };
    let wrong: Vec<_> = REACHED.iter().filter(|row| !called(row.0)).collect();
    assert!(wrong.is_empty(), "not called: {wrong:?}");
    let wrong: Vec<_> = UNREACHED.iter().filter(|row| called(row.0)).collect();
    assert!(wrong.is_empty(), "called after all: {wrong:?}");
}

/// Each path is used by a test, or by a program of the documentation.
#[test]
fn tests_use_what_the_table_says() {
    let source = sources("src").concat();
    let shown = source.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
    let used: String = sources("tests").into_iter().chain(shown.map(|line| format!("{line}\n"))).collect();
    let mut unused = Vec::new();
    for (function, reach) in REACHED {
        if reach.starts_with("drop ") || reach.starts_with('|') {
            continue; // a handle that some test makes; the closure itself
        }
        let last = reach.trim();
        let last = last.split("::").filter(|word| !word.trim().starts_with('<')).last().unwrap_or("").trim();
        let is_used = [".", "::", " ", "(", "!"].iter().any(|before| {
            [format!("{before}{last}("), format!("{before}{last}::<")].iter().any(|text| used.contains(text.as_str()))
        });
        if !is_used && last != "deref" {
            unused.push((function, reach));
        }
    }
    assert!(unused.is_empty(), "no test uses: {unused:?}");
}
