"""The C interface as ctypes. Made by generate.py from include/rustg; not to be edited."""
# pylint: skip-file
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t,
                    c_uint, c_uint32, c_uint64, c_uint8, c_void_p)

RUSTG_ABI_VERSION = 1

# rustg_token_class
RUSTG_CLASS_NONE = 0
RUSTG_CLASS_ERROR = 1
RUSTG_CLASS_IDENT = 2
RUSTG_CLASS_WEAK = 3
RUSTG_CLASS_KEYWORD = 4
RUSTG_CLASS_LIFETIME = 5
RUSTG_CLASS_LITERAL = 6
RUSTG_CLASS_DOC = 7
RUSTG_CLASS_OPEN = 8
RUSTG_CLASS_CLOSE = 9
RUSTG_CLASS_PUNCT = 10

# (RUSTG_TOKEN_JOINT, RUSTG_TOKEN_RAW, RUSTG_TOKEN_SUFFIX, RUSTG_TOKEN_INNER, RUSTG_TOKEN_BLOCK)
RUSTG_TOKEN_JOINT = 1
RUSTG_TOKEN_RAW = 2
RUSTG_TOKEN_SUFFIX = 4
RUSTG_TOKEN_INNER = 8
RUSTG_TOKEN_BLOCK = 16

# rustg_ast_class
RUSTG_AST_CLASS_NONE = 0
RUSTG_AST_CLASS_ITEM = 1
RUSTG_AST_CLASS_FOREIGN_ITEM = 2
RUSTG_AST_CLASS_ASSOC_ITEM = 3
RUSTG_AST_CLASS_EXPR = 4
RUSTG_AST_CLASS_PAT = 5
RUSTG_AST_CLASS_TY = 6
RUSTG_AST_CLASS_STMT = 7
RUSTG_AST_CLASS_BLOCK = 8

# rustg_part_kind
RUSTG_PART_TEXT = 0
RUSTG_PART_PRIMARY_LABEL = 1
RUSTG_PART_LABEL = 2
RUSTG_PART_NOTE = 3
RUSTG_PART_NOTE_AT = 4
RUSTG_PART_HELP = 5
RUSTG_PART_SUGGESTION = 6
RUSTG_PART_PRIMARY = 7
RUSTG_PART_HELP_AT = 8
RUSTG_PART_NOTE_LABEL = 9
RUSTG_PART_NOTE_PRIMARY = 10
RUSTG_PART_SUGGESTION_BESIDE = 11
RUSTG_PART_SUGGESTION_TOLD = 12
RUSTG_PART_SUGGESTION_HIDDEN = 13
RUSTG_PART_ALTERNATIVE = 14
RUSTG_PART_APPLICABILITY = 15
RUSTG_PART_PLACELESS = 16
RUSTG_PART_SUGGESTION_MARKED = 17
RUSTG_PART_WARNING = 18
RUSTG_PART_IS_WARNING = 19

# rustg_error_format
RUSTG_FORMAT_HUMAN = 0
RUSTG_FORMAT_SHORT = 1
RUSTG_FORMAT_JSON = 2

# rustg_output
RUSTG_OUTPUT_CUDA = 0
RUSTG_OUTPUT_PTX = 1
RUSTG_OUTPUT_CUBIN = 2
RUSTG_OUTPUT_FATBIN = 3
RUSTG_OUTPUT_C = 4
RUSTG_OUTPUT_OBJ = 5
RUSTG_OUTPUT_SO = 6
RUSTG_OUTPUT_IR = 7
RUSTG_OUTPUT_KERNELS = 8
RUSTG_OUTPUT_THIR = 9
RUSTG_OUTPUT_IR_OPT = 10
RUSTG_OUTPUT_DUMP = 11
RUSTG_OUTPUT_TVM_FFI = 12
RUSTG_OUTPUT_ADJOINT = 13
RUSTG_N_OUTPUTS = 14

# rustg_element
RUSTG_ELEMENT_NONE = 0
RUSTG_ELEMENT_BOOL = 1
RUSTG_ELEMENT_I8 = 2
RUSTG_ELEMENT_I16 = 3
RUSTG_ELEMENT_I32 = 4
RUSTG_ELEMENT_I64 = 5
RUSTG_ELEMENT_U8 = 6
RUSTG_ELEMENT_U16 = 7
RUSTG_ELEMENT_U32 = 8
RUSTG_ELEMENT_U64 = 9
RUSTG_ELEMENT_F16 = 10
RUSTG_ELEMENT_BF16 = 11
RUSTG_ELEMENT_F32 = 12
RUSTG_ELEMENT_F64 = 13
RUSTG_ELEMENT_COMPLEX_F32 = 14
RUSTG_ELEMENT_COMPLEX_F64 = 15
RUSTG_ELEMENT_F8_E4M3 = 16
RUSTG_ELEMENT_F8_E5M2 = 17
RUSTG_ELEMENT_CHAR = 18
RUSTG_ELEMENT_STRUCT = 19
RUSTG_N_ELEMENTS = 20

# rustg_param_role
RUSTG_PARAM_SCALAR = 0
RUSTG_PARAM_SLICE = 1
RUSTG_PARAM_GRID_MUT = 2
RUSTG_PARAM_POINTER = 3

# (RUSTG_PANIC_OPERANDS)
RUSTG_PANIC_OPERANDS = 16

# rustg_kernel_backend
RUSTG_KERNEL_BACKEND_NVRTC = 0
RUSTG_KERNEL_BACKEND_PTX = 1
RUSTG_N_KERNEL_BACKENDS = 2

# rustg_lint_level
RUSTG_LINT_ALLOW = 0
RUSTG_LINT_WARN = 1
RUSTG_LINT_DENY = 2
RUSTG_LINT_FORBID = 3
RUSTG_N_LINT_LEVELS = 4

# rustg_status
RUSTG_OK = 0
RUSTG_ERR_ARGUMENT = 1
RUSTG_ERR_MEMORY = 2
RUSTG_ERR_IO = 3
RUSTG_ERR_CANCELLED = 4
RUSTG_ERR_NOT_INITIALIZED = 5
RUSTG_ERR_CAPACITY = 6
RUSTG_ERR_TOO_LONG = 7
RUSTG_ERR_NO_CUDA = 8
RUSTG_ERR_DEVICE = 9
RUSTG_ERR_DEVICE_MEMORY = 10
RUSTG_ERR_CUDA = 11
RUSTG_ERR_CUDA_STICKY = 12
RUSTG_ERR_INTERNAL = 13
RUSTG_ERR_NO_NVRTC = 14
RUSTG_ERR_NO_CC = 15
RUSTG_ERR_PANIC = 16
RUSTG_ERR_DEADLOCK = 17
RUSTG_ERR_SOURCE = 18
RUSTG_ERR_NO_LIBRARY = 19

# rustg_engine
RUSTG_ENGINE_AUTO = 0
RUSTG_ENGINE_CPU = 1
RUSTG_ENGINE_CUDA = 2

# rustg_stage
RUSTG_STAGE_AUTO = 0
RUSTG_STAGE_TOKENS = 1
RUSTG_STAGE_AST = 2

# rustg_arrow_table
RUSTG_ARROW_TOKENS = 0
RUSTG_ARROW_AST = 1
RUSTG_ARROW_FILES = 2

# rustg_backend
RUSTG_BACKEND_CPU = 0
RUSTG_BACKEND_CUDA = 1

# rustg_target
RUSTG_TARGET_CPU = 0
RUSTG_TARGET_CUDA = 1
RUSTG_TARGET_INTERPRETER = 2

# rustg_attention_backend
RUSTG_ATTENTION_AUTO = 0
RUSTG_ATTENTION_OWN = 1
RUSTG_ATTENTION_LIBRARY = 2

# rustg_error_category
RUSTG_CATEGORY_NONE = 0
RUSTG_CATEGORY_USAGE = 1
RUSTG_CATEGORY_INITIALIZATION = 2
RUSTG_CATEGORY_DEVICE = 3
RUSTG_CATEGORY_MEMORY = 4
RUSTG_CATEGORY_LAUNCH = 5
RUSTG_CATEGORY_COMPILE = 6
RUSTG_CATEGORY_TRANSFER = 7
RUSTG_CATEGORY_STREAM = 8
RUSTG_CATEGORY_IO = 9
RUSTG_CATEGORY_CANCELLED = 10
RUSTG_CATEGORY_INTERNAL = 11
RUSTG_N_CATEGORIES = 12

# rustg_matmul_backend
RUSTG_MATMUL_AUTO = 0
RUSTG_MATMUL_OWN = 1
RUSTG_MATMUL_LIBRARY = 2

# rustg_activation
RUSTG_ACTIVATION_NONE = 0
RUSTG_ACTIVATION_RELU = 1
RUSTG_ACTIVATION_GELU = 2

# rustg_profile_kind
RUSTG_PROFILE_KERNEL = 0
RUSTG_PROFILE_COPY_TO = 1
RUSTG_PROFILE_COPY_FROM = 2
RUSTG_PROFILE_COPY_BETWEEN = 3
RUSTG_PROFILE_FILL = 4
RUSTG_PROFILE_GRAPH = 5
RUSTG_PROFILE_COMPILE = 6
RUSTG_PROFILE_RANGE = 7
RUSTG_N_PROFILE_KINDS = 8

# rustg_split_place
RUSTG_SPLIT_PARTS = 0
RUSTG_SPLIT_WHOLE = 1

# rustg_split_role
RUSTG_SPLIT_VALUE = 0
RUSTG_SPLIT_BUFFER = 1
RUSTG_SPLIT_FIRST = 2


class rustg_tokens(Structure):
    _fields_ = [
        ("kind", c_void_p),
        ("flags", c_void_p),
        ("start", c_void_p),
        ("end", c_void_p),
        ("n_toks", c_size_t),
    ]


class rustg_ast(Structure):
    _fields_ = [
        ("kind", c_void_p),
        ("tok", c_void_p),
        ("start", c_void_p),
        ("end", c_void_p),
        ("next", c_void_p),
        ("parent", c_void_p),
        ("n_nodes", c_size_t),
    ]


class rustg_span(Structure):
    _fields_ = [
        ("start", c_uint32),
        ("end", c_uint32),
    ]


class rustg_ast_cursor(Structure):
    _fields_ = [
        ("ast", POINTER(rustg_ast)),
        ("root", c_uint32),
        ("node", c_uint32),
        ("depth", c_uint32),
    ]


class rustg_diagnostic_part(Structure):
    _fields_ = [
        ("kind", c_uint32),
        ("file", c_uint32),
        ("start", c_uint32),
        ("end", c_uint32),
        ("text", c_char_p),
        ("patch", c_char_p),
    ]


class rustg_diagnostic(Structure):
    _fields_ = [
        ("file", c_uint32),
        ("kind", c_uint32),
        ("start", c_uint32),
        ("end", c_uint32),
        ("argument", c_uint32),
        ("argument_start", c_uint32),
        ("argument_end", c_uint32),
        ("expected", c_uint32 * 6),
        ("n_parts", c_uint32),
        ("parts", POINTER(rustg_diagnostic_part)),
    ]


class rustg_kernel_param(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("rust_type", c_char_p),
        ("role", c_uint32),
        ("element", c_uint32),
        ("size", c_uint32),
        ("align", c_uint32),
    ]


class rustg_kernel(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("params", POINTER(rustg_kernel_param)),
        ("n_params", c_size_t),
        ("file", c_uint32),
        ("line", c_uint32),
        ("column", c_uint32),
        ("block", c_uint32 * 3),
        ("max_threads", c_uint32),
        ("min_blocks", c_uint32),
        ("registers", c_uint32),
        ("shared_bytes", c_uint32),
        ("local_bytes", c_uint32),
        ("is_unsafe", c_uint32),
    ]


class rustg_panic_site(Structure):
    _fields_ = [
        ("message", c_char_p),
        ("path", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
    ]


rustg_read_mod_fn = CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_size_t))


class rustg_lint(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("level", c_uint32),
    ]


class rustg_kernel_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("outputs", c_uint32),
        ("archs", POINTER(c_char_p)),
        ("n_archs", c_size_t),
        ("no_opt_level", c_uint32),
        ("no_checks", c_uint32),
        ("debug", c_uint32),
        ("max_registers", c_uint32),
        ("fast_math", c_uint32),
        ("coarse_entries", c_uint32),
        ("cfgs", POINTER(c_char_p)),
        ("n_cfgs", c_size_t),
        ("read_mod", rustg_read_mod_fn),
        ("user", c_void_p),
        ("c_prefix", c_char_p),
        ("dump_after", c_char_p),
        ("verify_passes", c_uint32),
        ("cc_seconds", c_uint32),
        ("cc_mebibytes", c_uint32),
        ("instances", POINTER(c_char_p)),
        ("n_instances", c_size_t),
        ("backend", c_uint32),
        ("warnings", c_uint32),
        ("lints", POINTER(rustg_lint)),
        ("n_lints", c_size_t),
    ]


class rustg_error(Structure):
    _fields_ = [
        ("status", c_uint),
        ("cuda_result", c_int32),
        ("source", c_uint64),
        ("start", c_uint32),
        ("end", c_uint32),
        ("message", c_char * 512),
        ("hint", c_char * 256),
    ]


class rustg_session_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("keep_host_bytes", c_uint64),
    ]


class rustg_init_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_threads", c_uint32),
    ]


class rustg_source(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("bytes", c_void_p),
        ("n_bytes", c_size_t),
        ("edition", c_uint32),
    ]


rustg_progress_fn = CFUNCTYPE(c_int, c_void_p, c_uint64, c_uint64)


class rustg_compile_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("engine", c_uint),
        ("device", c_int32),
        ("n_threads", c_uint32),
        ("leave_on_device", c_uint32),
        ("batch_bytes", c_uint64),
        ("progress", rustg_progress_fn),
        ("user", c_void_p),
        ("stop_after", c_uint),
        ("kernels", POINTER(rustg_kernel_options)),
        ("devices", c_void_p),
        ("n_devices", c_uint32),
        ("session", c_void_p),
    ]


class rustg_file(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("bytes", c_void_p),
        ("n_bytes", c_size_t),
        ("edition", c_uint32),
        ("batch", c_uint32),
        ("base", c_uint32),
        ("first_tok", c_uint32),
        ("n_toks", c_uint32),
        ("first_diag", c_uint32),
        ("n_diags", c_uint32),
        ("first_node", c_uint32),
        ("n_nodes", c_uint32),
    ]


class rustg_device_tokens(Structure):
    _fields_ = [
        ("device", c_int32),
        ("reserved", c_uint32),
        ("d_kind", c_uint64),
        ("d_flags", c_uint64),
        ("d_start", c_uint64),
        ("d_end", c_uint64),
        ("d_source", c_uint64),
        ("n_toks", c_size_t),
        ("n_bytes", c_size_t),
    ]


class rustg_device_ast(Structure):
    _fields_ = [
        ("device", c_int32),
        ("reserved", c_uint32),
        ("d_kind", c_uint64),
        ("d_tok", c_uint64),
        ("d_start", c_uint64),
        ("d_end", c_uint64),
        ("d_next", c_uint64),
        ("d_parent", c_uint64),
        ("n_nodes", c_size_t),
    ]


class rustg_stats(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_bytes", c_uint64),
        ("n_toks", c_uint64),
        ("n_files", c_uint64),
        ("n_relexed", c_uint64),
        ("n_diagnosed", c_uint64),
        ("scratch_bytes", c_uint64),
        ("seconds_total", c_double),
        ("seconds_read", c_double),
        ("seconds_copy", c_double),
        ("seconds_lex", c_double),
        ("seconds_diagnose", c_double),
        ("n_nodes", c_uint64),
        ("seconds_parse", c_double),
        ("seconds_sema", c_double),
        ("seconds_lower", c_double),
        ("seconds_emit", c_double),
        ("seconds_backend", c_double),
        ("n_cache_hits", c_uint64),
        ("n_cache_misses", c_uint64),
        ("n_cache_damaged", c_uint64),
        ("seconds_lint", c_double),
        ("seconds_verify", c_double),
        ("seconds_optimize", c_double),
        ("seconds_load", c_double),
        ("n_left_files", c_uint64),
        ("n_left_bytes", c_uint64),
    ]


class ArrowSchema(Structure):
    _fields_ = [
        ("format", c_char_p),
        ("name", c_char_p),
        ("metadata", c_char_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", POINTER(c_void_p)),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class ArrowArray(Structure):
    _fields_ = [
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", POINTER(c_void_p)),
        ("children", POINTER(c_void_p)),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class rustg_cache_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("enabled", c_uint32),
        ("reserved", c_uint32),
        ("n_entries", c_uint64),
        ("n_bytes", c_uint64),
        ("limit_bytes", c_uint64),
        ("memory_entries", c_uint64),
        ("memory_bytes", c_uint64),
        ("n_hits_memory", c_uint64),
        ("n_hits_disk", c_uint64),
        ("n_misses", c_uint64),
        ("n_stored", c_uint64),
        ("n_not_stored", c_uint64),
        ("n_damaged", c_uint64),
        ("n_evicted", c_uint64),
        ("folder", c_char * 1024),
        ("problem", c_char * 256),
    ]


class rustg_device_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("backend", c_uint),
        ("ordinal", c_int32),
        ("name", c_char * 128),
        ("compute_major", c_int32),
        ("compute_minor", c_int32),
        ("n_multiprocessors", c_int32),
        ("l2_bytes", c_int32),
        ("memory_total", c_uint64),
        ("memory_free", c_uint64),
        ("memory_bandwidth", c_uint64),
        ("usable", c_int32),
        ("reason", c_char * 160),
        ("peers", c_uint64),
        ("uuid", c_uint8 * 16),
        ("warp_size", c_int32),
        ("max_threads_per_block", c_int32),
        ("max_threads_per_multiprocessor", c_int32),
        ("max_blocks_per_multiprocessor", c_int32),
        ("max_block_x", c_int32),
        ("max_block_y", c_int32),
        ("max_block_z", c_int32),
        ("max_grid_x", c_int32),
        ("max_grid_y", c_int32),
        ("max_grid_z", c_int32),
        ("shared_bytes_per_block", c_int32),
        ("shared_bytes_per_block_optin", c_int32),
        ("shared_bytes_per_multiprocessor", c_int32),
        ("registers_per_block", c_int32),
        ("registers_per_multiprocessor", c_int32),
        ("clock_khz", c_int32),
        ("memory_clock_khz", c_int32),
        ("memory_bus_bits", c_int32),
        ("n_copy_engines", c_int32),
        ("is_ecc", c_int32),
        ("is_integrated", c_int32),
        ("has_unified_addressing", c_int32),
        ("has_concurrent_kernels", c_int32),
        ("has_cooperative_launch", c_int32),
        ("has_memory_pools", c_int32),
    ]


class rustg_gpu_interface(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("reason", c_char_p),
    ]


rustg_memory_log_fn = CFUNCTYPE(None, c_void_p, c_int64, c_uint64)


class rustg_printed(Structure):
    _fields_ = [
        ("text", c_char_p),
        ("n_bytes", c_size_t),
        ("to_stderr", c_uint32),
        ("n_lost", c_uint64),
    ]


rustg_print_fn = CFUNCTYPE(None, c_void_p, POINTER(rustg_printed))


class rustg_context_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("raw_context", c_void_p),
        ("allow_cpu", c_uint32),
        ("memory_limit", c_uint64),
        ("memory_log", rustg_memory_log_fn),
        ("user", c_void_p),
    ]


class rustg_memory_stats(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("current_bytes", c_uint64),
        ("peak_bytes", c_uint64),
        ("reserved_bytes", c_uint64),
        ("limit_bytes", c_uint64),
        ("n_allocations", c_uint64),
        ("n_releases", c_uint64),
        ("n_hits", c_uint64),
        ("n_buffers", c_uint64),
        ("pinned_current_bytes", c_uint64),
        ("pinned_peak_bytes", c_uint64),
        ("pinned_reserved_bytes", c_uint64),
        ("n_pinned_hits", c_uint64),
    ]


rustg_host_fn = CFUNCTYPE(None, c_void_p)


class rustg_argument(Structure):
    _fields_ = [
        ("data", c_void_p),
        ("length", c_uint64),
    ]


class rustg_run_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("target", c_uint),
        ("device", c_int32),
        ("grid", c_uint32 * 3),
        ("block", c_uint32 * 3),
        ("dynamic_shared_bytes", c_uint32),
        ("n_threads", c_uint32),
        ("profiled", c_void_p),
        ("user", c_void_p),
        ("print", rustg_print_fn),
    ]


class rustg_panic(Structure):
    _fields_ = [
        ("happened", c_uint32),
        ("site", c_uint32),
        ("block", c_uint32 * 3),
        ("thread", c_uint32 * 3),
        ("operands", c_uint64 * 16),
    ]


class rustg_heads(Structure):
    _fields_ = [
        ("buffer", c_void_p),
        ("offset", c_uint64),
        ("batch_stride", c_uint64),
        ("head_stride", c_uint64),
        ("row_stride", c_uint64),
    ]


class rustg_attention_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("backend", c_uint),
        ("element", c_uint),
        ("n_batch", c_uint64),
        ("n_heads", c_uint64),
        ("n_kv_heads", c_uint64),
        ("n_queries", c_uint64),
        ("n_keys", c_uint64),
        ("head_size", c_uint64),
        ("is_causal", c_uint32),
        ("scale", c_double),
        ("log_sums", c_void_p),
        ("log_sums_offset", c_uint64),
        ("workspace", c_void_p),
    ]


class rustg_attention_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("backend", c_uint),
        ("kernel", c_char_p),
        ("why", c_char_p),
    ]


class rustg_attention_gradients(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("q", rustg_heads),
        ("k", rustg_heads),
        ("v", rustg_heads),
        ("o", rustg_heads),
        ("o_gradient", rustg_heads),
        ("q_gradient", rustg_heads),
        ("k_gradient", rustg_heads),
        ("v_gradient", rustg_heads),
    ]


class rustg_matrix(Structure):
    _fields_ = [
        ("buffer", c_void_p),
        ("offset", c_uint64),
        ("row_stride", c_uint64),
        ("batch_stride", c_uint64),
    ]


class rustg_matmul_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("backend", c_uint),
        ("element", c_uint),
        ("output", c_uint),
        ("m", c_uint64),
        ("n", c_uint64),
        ("k", c_uint64),
        ("n_batch", c_uint64),
        ("transpose_a", c_uint32),
        ("transpose_b", c_uint32),
        ("allow_tf32", c_uint32),
        ("activation", c_uint),
        ("alpha", c_double),
        ("beta", c_double),
        ("bias", rustg_matrix),
    ]


class rustg_matmul_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("backend", c_uint),
        ("kernel", c_char_p),
        ("why", c_char_p),
    ]


class rustg_linked_kernel(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("function", c_void_p),
        ("shared_bytes", c_void_p),
        ("call_kind", c_void_p),
    ]


class rustg_cuda_header(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("text", c_char_p),
    ]


class rustg_cuda_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("arch", c_char_p),
        ("debug", c_uint32),
        ("max_registers", c_uint32),
        ("no_opt_level", c_uint32),
        ("fast_math", c_uint32),
        ("defines", POINTER(c_char_p)),
        ("n_defines", c_size_t),
        ("headers", POINTER(rustg_cuda_header)),
        ("n_headers", c_size_t),
        ("options", POINTER(c_char_p)),
        ("n_options", c_size_t),
    ]


class rustg_cuda_function(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("symbol", c_char_p),
        ("params", POINTER(rustg_kernel_param)),
        ("n_params", c_size_t),
        ("unread", c_char_p),
        ("line", c_uint32),
        ("column", c_uint32),
    ]


class rustg_adjoint(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("adjoint", c_void_p),
        ("tape", c_void_p),
        ("gradients", c_void_p),
        ("n_params", c_size_t),
    ]


class rustg_function_info(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("max_threads", c_uint32),
        ("registers", c_uint32),
        ("shared_bytes", c_uint32),
        ("local_bytes", c_uint32),
        ("const_bytes", c_uint32),
        ("ptx_version", c_uint32),
        ("binary_version", c_uint32),
    ]


class rustg_launch_argument(Structure):
    _fields_ = [
        ("value", c_void_p),
        ("n_bytes", c_uint64),
        ("buffer", c_void_p),
        ("offset", c_uint64),
        ("length", c_uint64),
    ]


class rustg_launch_config(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("grid", c_uint32 * 3),
        ("block", c_uint32 * 3),
        ("n_elements", c_uint64),
        ("dynamic_shared_bytes", c_uint32),
        ("cooperative", c_uint32),
    ]


class rustg_profile_row(Structure):
    _fields_ = [
        ("kind", c_uint),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("n", c_uint64),
        ("n_bytes", c_uint64),
        ("seconds_total", c_double),
        ("seconds_min", c_double),
        ("seconds_max", c_double),
        ("occupancy", c_double),
    ]


class rustg_split_argument(Structure):
    _fields_ = [
        ("role", c_uint),
        ("value", c_void_p),
        ("n_bytes", c_uint64),
        ("buffer", c_void_p),
    ]


class rustg_find_options(Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("includes", POINTER(c_char_p)),
        ("n_includes", c_size_t),
        ("excludes", POINTER(c_char_p)),
        ("n_excludes", c_size_t),
        ("no_ignore", c_uint32),
        ("edition", c_uint32),
    ]


class rustg_found_source(Structure):
    _fields_ = [
        ("n_bytes", c_uint64),
        ("path", c_size_t),
        ("in_folder", c_uint32),
    ]


class rustg_find_problem(Structure):
    _fields_ = [
        ("path", c_char_p),
        ("message", c_char_p),
        ("is_left_out", c_uint32),
    ]


# What each function returns and takes.
FUNCTIONS = {
    "rustg_token_kind_name": (c_char_p, [c_uint8]),
    "rustg_token_kind_spelling": (c_char_p, [c_uint8]),
    "rustg_token_kind_class": (c_uint, [c_uint8]),
    "rustg_token_suffix": (c_uint32, [c_void_p, c_uint32, c_uint8]),
    "rustg_ast_kind_name": (c_char_p, [c_uint8]),
    "rustg_ast_kind_class": (c_uint, [c_uint8]),
    "rustg_ast_node_kind": (c_uint8, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_span": (rustg_span, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_parent": (c_uint32, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_first_child": (c_uint32, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_next_sibling": (c_uint32, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_n_children": (c_uint32, [POINTER(rustg_ast), c_uint32]),
    "rustg_ast_node_text": (c_void_p, [POINTER(rustg_ast), c_uint32, c_void_p, c_uint32, POINTER(c_size_t)]),
    "rustg_ast_name_tok": (c_uint32, [POINTER(rustg_ast), POINTER(rustg_tokens), c_uint32]),
    "rustg_ast_name": (c_void_p, [POINTER(rustg_ast), POINTER(rustg_tokens), c_uint32, c_void_p, c_uint32,
                       POINTER(c_size_t)]),
    "rustg_ast_cursor_begin": (c_int, [POINTER(rustg_ast_cursor), POINTER(rustg_ast), c_uint32]),
    "rustg_ast_cursor_first_child": (c_int, [POINTER(rustg_ast_cursor)]),
    "rustg_ast_cursor_next_sibling": (c_int, [POINTER(rustg_ast_cursor)]),
    "rustg_ast_cursor_parent": (c_int, [POINTER(rustg_ast_cursor)]),
    "rustg_ast_cursor_next": (c_int, [POINTER(rustg_ast_cursor)]),
    "rustg_ast_cursor_skip": (c_int, [POINTER(rustg_ast_cursor)]),
    "rustg_diagnostic_code": (c_char_p, [c_uint32]),
    "rustg_diagnostic_kind_name": (c_char_p, [c_uint32]),
    "rustg_explain": (c_char_p, [c_char_p]),
    "rustg_diagnostic_expected": (c_char_p, [c_uint32]),
    "rustg_diagnostic_render": (c_size_t, [POINTER(rustg_diagnostic), c_char_p, c_void_p, c_size_t, c_uint, c_int,
                                c_void_p, c_size_t]),
    "rustg_lines_make": (c_void_p, [c_void_p, c_size_t]),
    "rustg_lines_free": (None, [c_void_p]),
    "rustg_lines_render": (c_size_t, [c_void_p, POINTER(rustg_diagnostic), c_char_p, c_uint, c_int, c_void_p,
                           c_size_t]),
    "rustg_lines_find": (None, [c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32)]),
    "rustg_diagnostic_message": (c_size_t, [POINTER(rustg_diagnostic), c_void_p, c_size_t, c_void_p, c_size_t]),
    "rustg_line_column": (None, [c_void_p, c_size_t, c_uint32, POINTER(c_uint32), POINTER(c_uint32)]),
    "rustg_element_name": (c_char_p, [c_uint32]),
    "rustg_element_size": (c_uint32, [c_uint32]),
    "rustg_element_dlpack": (None, [c_uint32, POINTER(c_uint8), POINTER(c_uint8)]),
    "rustg_element_numpy": (c_char, [c_uint32]),
    "rustg_instance_name": (c_size_t, [c_char_p, c_void_p, c_size_t]),
    "rustg_pass_name": (c_char_p, [c_uint32]),
    "rustg_status_string": (c_char_p, [c_uint]),
    "rustg_status_hint": (c_char_p, [c_uint]),
    "rustg_session_create": (c_uint, [POINTER(rustg_session_options), POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_session_free": (None, [c_void_p]),
    "rustg_session_trim": (None, [c_void_p, c_uint64]),
    "rustg_session_kept_bytes": (c_uint64, [c_void_p]),
    "rustg_abi_version": (c_uint32, []),
    "rustg_version": (c_char_p, []),
    "rustg_check_version": (c_uint, [c_uint32, c_uint32, c_uint32, c_uint32, POINTER(rustg_error)]),
    "rustg_initialize": (c_uint, [POINTER(rustg_init_options), POINTER(rustg_error)]),
    "rustg_shutdown": (None, []),
    "rustg_compile": (c_uint, [POINTER(rustg_source), c_size_t, POINTER(rustg_compile_options), POINTER(c_void_p),
                      POINTER(rustg_error)]),
    "rustg_result_free": (None, [c_void_p]),
    "rustg_result_success": (c_int, [c_void_p]),
    "rustg_result_message": (c_char_p, [c_void_p]),
    "rustg_result_engine": (c_uint, [c_void_p]),
    "rustg_result_n_files": (c_size_t, [c_void_p]),
    "rustg_result_file": (c_uint, [c_void_p, c_size_t, POINTER(rustg_file)]),
    "rustg_result_n_batches": (c_size_t, [c_void_p]),
    "rustg_result_tokens": (c_uint, [c_void_p, c_size_t, POINTER(rustg_tokens)]),
    "rustg_result_ast": (c_uint, [c_void_p, c_size_t, POINTER(rustg_ast)]),
    "rustg_result_device_tokens": (c_uint, [c_void_p, c_size_t, POINTER(rustg_device_tokens)]),
    "rustg_result_device_ast": (c_uint, [c_void_p, c_size_t, POINTER(rustg_device_ast)]),
    "rustg_result_output": (c_uint, [c_void_p, c_uint, c_size_t, POINTER(c_void_p), POINTER(c_size_t)]),
    "rustg_result_n_kernels": (c_size_t, [c_void_p]),
    "rustg_result_kernel": (c_uint, [c_void_p, c_size_t, POINTER(rustg_kernel)]),
    "rustg_result_panic_site": (c_uint, [c_void_p, c_uint32, POINTER(rustg_panic_site)]),
    "rustg_result_diagnostics": (POINTER(rustg_diagnostic), [c_void_p, POINTER(c_size_t)]),
    "rustg_result_warnings": (POINTER(rustg_diagnostic), [c_void_p, POINTER(c_size_t)]),
    "rustg_result_render": (c_size_t, [c_void_p, c_uint, c_int, c_void_p, c_size_t]),
    "rustg_result_stats": (c_uint, [c_void_p, POINTER(rustg_stats)]),
    "rustg_result_arrow": (c_uint, [c_void_p, c_uint, c_size_t, POINTER(ArrowSchema), POINTER(ArrowArray),
                           POINTER(rustg_error)]),
    "rustg_result_arrow_file": (c_uint, [c_void_p, c_uint, c_char_p, POINTER(rustg_error)]),
    "rustg_cache_info_get": (c_uint, [POINTER(rustg_cache_info), POINTER(rustg_error)]),
    "rustg_cache_clear": (c_uint, [POINTER(c_uint64), POINTER(rustg_error)]),
    "rustg_device_count": (c_size_t, []),
    "rustg_device_info_get": (c_uint, [c_size_t, POINTER(rustg_device_info), POINTER(rustg_error)]),
    "rustg_cuda_missing": (c_char_p, []),
    "rustg_driver_missing": (c_char_p, []),
    "rustg_gpu_interface_at": (POINTER(rustg_gpu_interface), [c_size_t]),
    "rustg_context_open": (c_uint, [c_uint, c_int32, POINTER(rustg_context_options), POINTER(c_void_p),
                           POINTER(rustg_error)]),
    "rustg_context_close": (None, [c_void_p]),
    "rustg_context_backend": (c_uint, [c_void_p]),
    "rustg_context_ordinal": (c_int32, [c_void_p]),
    "rustg_context_on_print": (None, [c_void_p, rustg_print_fn, c_void_p]),
    "rustg_context_fallback": (c_char_p, [c_void_p]),
    "rustg_context_raw": (c_void_p, [c_void_p]),
    "rustg_context_is_lost": (c_int, [c_void_p]),
    "rustg_context_wait": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_memory_stats_get": (c_uint, [c_void_p, POINTER(rustg_memory_stats)]),
    "rustg_memory_limit": (c_uint, [c_void_p, c_uint64, POINTER(rustg_error)]),
    "rustg_memory_trim": (c_uint, [c_void_p, c_uint64, POINTER(rustg_error)]),
    "rustg_buffer_allocate": (c_uint, [c_void_p, c_uint64, c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_buffer_allocate_managed": (c_uint, [c_void_p, c_uint64, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_buffer_wrap": (c_uint, [c_void_p, c_uint64, c_uint64, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_buffer_free": (None, [c_void_p]),
    "rustg_buffer_pointer": (c_uint64, [c_void_p]),
    "rustg_buffer_bytes": (c_uint64, [c_void_p]),
    "rustg_buffer_context": (c_void_p, [c_void_p]),
    "rustg_buffer_use": (c_uint, [c_void_p, c_void_p, c_int, POINTER(rustg_error)]),
    "rustg_pinned_allocate": (c_uint, [c_void_p, c_uint64, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_pinned_free": (None, [c_void_p]),
    "rustg_pinned_pointer": (c_void_p, [c_void_p]),
    "rustg_pinned_bytes": (c_uint64, [c_void_p]),
    "rustg_copy_to_buffer": (c_uint, [c_void_p, c_uint64, c_void_p, c_uint64, c_void_p, POINTER(rustg_error)]),
    "rustg_copy_from_buffer": (c_uint, [c_void_p, c_void_p, c_uint64, c_uint64, c_void_p, POINTER(rustg_error)]),
    "rustg_copy_between": (c_uint, [c_void_p, c_uint64, c_void_p, c_uint64, c_uint64, c_void_p,
                           POINTER(rustg_error)]),
    "rustg_fill_buffer": (c_uint, [c_void_p, c_uint64, c_uint32, c_uint32, c_uint64, c_void_p, POINTER(rustg_error)]),
    "rustg_stream_create": (c_uint, [c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_stream_priorities": (c_uint, [c_void_p, POINTER(c_int32), POINTER(c_int32), POINTER(rustg_error)]),
    "rustg_stream_create_with_priority": (c_uint, [c_void_p, c_int32, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_stream_priority": (c_int32, [c_void_p]),
    "rustg_stream_wrap": (c_uint, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_stream_destroy": (None, [c_void_p]),
    "rustg_stream_raw": (c_void_p, [c_void_p]),
    "rustg_stream_context": (c_void_p, [c_void_p]),
    "rustg_stream_wait": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_stream_query": (c_uint, [c_void_p, POINTER(c_int), POINTER(rustg_error)]),
    "rustg_stream_call": (c_uint, [c_void_p, rustg_host_fn, c_void_p, POINTER(rustg_error)]),
    "rustg_event_create": (c_uint, [c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_event_destroy": (None, [c_void_p]),
    "rustg_event_raw": (c_void_p, [c_void_p]),
    "rustg_event_record": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_event_wait": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_event_query": (c_uint, [c_void_p, POINTER(c_int), POINTER(rustg_error)]),
    "rustg_stream_wait_event": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_event_elapsed": (c_uint, [c_void_p, c_void_p, POINTER(c_double), POINTER(rustg_error)]),
    "rustg_graph_begin": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_graph_end": (c_uint, [c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_graph_launch": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_graph_free": (None, [c_void_p]),
    "rustg_result_run": (c_uint, [c_void_p, c_char_p, POINTER(rustg_run_options), POINTER(rustg_argument), c_size_t,
                         POINTER(rustg_panic), POINTER(rustg_error)]),
    "rustg_panic_message": (c_size_t, [c_void_p, POINTER(rustg_panic), c_void_p, c_size_t]),
    "rustg_attention": (c_uint, [c_void_p, POINTER(rustg_attention_options), POINTER(rustg_heads),
                        POINTER(rustg_heads), POINTER(rustg_heads), POINTER(rustg_heads),
                        POINTER(rustg_attention_info), POINTER(rustg_error)]),
    "rustg_attention_backward": (c_uint, [c_void_p, POINTER(rustg_attention_options),
                                 POINTER(rustg_attention_gradients), POINTER(rustg_attention_info),
                                 POINTER(rustg_error)]),
    "rustg_attention_backward_bytes": (c_uint64, [POINTER(rustg_attention_options)]),
    "rustg_error_category_of": (c_uint, [POINTER(rustg_error)]),
    "rustg_error_category_string": (c_char_p, [c_uint]),
    "rustg_error_is_recoverable": (c_int, [POINTER(rustg_error)]),
    "rustg_error_can_fallback": (c_int, [POINTER(rustg_error)]),
    "rustg_error_history": (c_size_t, [POINTER(rustg_error), c_size_t]),
    "rustg_error_counts": (None, [POINTER(c_uint64)]),
    "rustg_error_history_clear": (None, []),
    "rustg_matmul": (c_uint, [c_void_p, POINTER(rustg_matmul_options), POINTER(rustg_matrix), POINTER(rustg_matrix),
                     POINTER(rustg_matrix), POINTER(rustg_matmul_info), POINTER(rustg_error)]),
    "rustg_matmul_library": (c_char_p, [POINTER(c_int)]),
    "rustg_module_load": (c_uint, [c_void_p, c_void_p, c_size_t, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_module_load_file": (c_uint, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_module_from_result": (c_uint, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_module_from_rust": (c_uint, [c_void_p, POINTER(rustg_source), c_size_t, POINTER(rustg_kernel_options),
                               POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_module_from_rust_log": (c_uint, [c_void_p, POINTER(rustg_source), c_size_t, POINTER(rustg_kernel_options),
                                   POINTER(c_void_p), POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_kernels_save": (c_uint, [c_void_p, POINTER(c_void_p), POINTER(c_size_t), POINTER(rustg_error)]),
    "rustg_kernels_load": (c_uint, [c_void_p, c_size_t, POINTER(rustg_linked_kernel), c_size_t, POINTER(c_void_p),
                           POINTER(rustg_error)]),
    "rustg_log_free": (None, [c_void_p]),
    "rustg_module_from_cuda": (c_uint, [c_void_p, c_char_p, c_char_p, POINTER(rustg_cuda_options), POINTER(c_void_p),
                               POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_cuda_compile": (c_uint, [c_char_p, c_char_p, POINTER(rustg_cuda_options), c_int, POINTER(c_void_p),
                           POINTER(c_size_t), POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_cuda_signatures_read": (c_uint, [c_char_p, c_char_p, POINTER(rustg_cuda_options), POINTER(c_void_p),
                                   POINTER(rustg_error)]),
    "rustg_cuda_signatures_functions": (POINTER(rustg_cuda_function), [c_void_p, POINTER(c_size_t)]),
    "rustg_cuda_signatures_free": (None, [c_void_p]),
    "rustg_module_use_signatures": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_module_free": (None, [c_void_p]),
    "rustg_module_result": (c_void_p, [c_void_p]),
    "rustg_module_function": (c_uint, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_module_adjoint": (c_uint, [c_void_p, c_char_p, POINTER(rustg_adjoint), POINTER(rustg_error)]),
    "rustg_function_raw": (c_void_p, [c_void_p]),
    "rustg_function_info_get": (c_uint, [c_void_p, POINTER(rustg_function_info), POINTER(rustg_error)]),
    "rustg_function_occupancy": (c_uint, [c_void_p, c_uint32, POINTER(c_uint32), POINTER(c_uint32),
                                 POINTER(rustg_error)]),
    "rustg_launch": (c_uint, [c_void_p, c_void_p, POINTER(rustg_launch_config), POINTER(rustg_launch_argument),
                     c_size_t, POINTER(rustg_error)]),
    "rustg_stream_panic": (c_uint, [c_void_p, POINTER(rustg_panic), POINTER(c_void_p)]),
    "rustg_profile_start": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_profile_stop": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_profile_rows": (c_uint, [c_void_p, POINTER(c_void_p), POINTER(c_size_t), POINTER(rustg_error)]),
    "rustg_profile_text": (c_size_t, [c_void_p, c_void_p, c_size_t]),
    "rustg_profile_trace": (c_size_t, [c_void_p, c_void_p, c_size_t]),
    "rustg_profile_range_begin": (None, [c_void_p, c_char_p]),
    "rustg_profile_range_end": (None, [c_void_p]),
    "rustg_split_open": (c_uint, [POINTER(c_void_p), c_size_t, POINTER(c_void_p), POINTER(rustg_error)]),
    "rustg_split_close": (None, [c_void_p]),
    "rustg_split_n_parts": (c_size_t, [c_void_p]),
    "rustg_split_stream": (c_void_p, [c_void_p, c_size_t]),
    "rustg_split_range": (c_uint, [c_void_p, c_uint64, c_size_t, POINTER(c_uint64), POINTER(c_uint64)]),
    "rustg_split_wait": (c_uint, [c_void_p, POINTER(rustg_error)]),
    "rustg_split_buffer_allocate": (c_uint, [c_void_p, c_uint64, c_uint64, c_uint, POINTER(c_void_p),
                                    POINTER(rustg_error)]),
    "rustg_split_buffer_free": (None, [c_void_p]),
    "rustg_split_buffer_part": (c_void_p, [c_void_p, c_size_t]),
    "rustg_split_buffer_write": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_split_buffer_read": (c_uint, [c_void_p, c_void_p, POINTER(rustg_error)]),
    "rustg_split_launch": (c_uint, [c_void_p, POINTER(c_void_p), c_uint64, c_uint64, POINTER(rustg_split_argument),
                           c_size_t, POINTER(rustg_error)]),
    "rustg_find_sources": (c_uint, [POINTER(c_char_p), c_size_t, POINTER(rustg_find_options), POINTER(c_void_p),
                           POINTER(rustg_error)]),
    "rustg_found_free": (None, [c_void_p]),
    "rustg_found_sources": (POINTER(rustg_source), [c_void_p, POINTER(c_size_t)]),
    "rustg_found_about": (POINTER(rustg_found_source), [c_void_p]),
    "rustg_found_problems": (POINTER(rustg_find_problem), [c_void_p, POINTER(c_size_t)]),
    "rustg_content_digest": (None, [c_void_p, c_size_t, POINTER(c_uint8)]),
}
