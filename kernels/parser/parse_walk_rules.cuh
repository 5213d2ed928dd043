/* parse_walk_rules.cuh: the states that only the kernel has. Included in the switch of parse_walk.cuh. */

/* pos is the ticket of a file or unit. */
case S_walk_fetch: {
    uint32_t unit = S_file, order = 0, end = PARSE_NO_TOK;
    bool is_run = false;
    if (pos < v.n_files) {
        file = pos;
        if (v.d_parse_flags[file] != 0) {
            atomicAdd(&block.n_finished, 1u);
            state = WALK_IDLE;
            goto stop;
        }
        pos = v.d_file_first_tok[file];
    } else {
        unit = *(volatile uint32_t *)&v.d_units[pos - v.n_files].w;
        if (unit == 0) /* drawn before it was written */
            goto stop;
        __threadfence();
        uint4 where = __ldcg(&v.d_units[pos - v.n_files]);
        pos = where.x;
        is_run = where.y != 0;
        end = is_run ? where.y : v.d_partner[pos] + 1;
        file = where.z;
        order = unit >> 25 & 0x3F;
    }
    state = unit & 0x1FF;
    flags = unit >> 9 & 0xFF;
    aux = unit >> 17 & 0xFF;
    input.edition = v.d_files[file].edition;
    nodes->edition = (uint8_t)((input.edition - 2015) / 3);
    nodes->unit_first = start = pos;
    nodes->key = 2 * pos;
    mark = order;
    nodes->order = nodes->first_order = (uint8_t)order;
    nodes->unit_end = end;
    nodes->is_bad = 0;
    nodes->is_run = is_run;
    k = v.d_kinds[pos];
    anchor = ret = 0;
    nodes->is_divided = false;
    n_frames = 1;
    frames[0] = make_uint4(S_walk_finished, 0, 0, 0);
    continue;
}

/* Runs of a list. Where one was cut in the middle of something, that ends elsewhere. */
case S_walk_run:
if (pos >= nodes->unit_end)
    RETURN();
CALL(item_with_attrs, walk_run);
case S_walk_run_stmts:
if (pos >= nodes->unit_end)
    RETURN();
CALL(stmt, walk_run_stmts);
case S_walk_run_arms:
if (pos >= nodes->unit_end)
    RETURN();
CALL(match_arm, walk_run_arms);
case S_walk_run_exprs:
if (pos >= nodes->unit_end)
    RETURN();
CALL(expr, walk_run_expr_end);
case S_walk_run_expr_end:
if (k != T_COMMA)
    goto bad;
BUMP_ONE();
GOTO(walk_run_exprs);
case S_walk_run_fields:
if (pos >= nodes->unit_end)
    RETURN();
CALL(field_init, walk_run_field_end);
case S_walk_run_field_end:
if (k != T_COMMA)
    goto bad;
BUMP_ONE();
GOTO(walk_run_fields);

case S_walk_divide_begin:
ret = aux;
anchor = walk_close(v, nodes, file);
start = pos;
mark = 0;
GOTO(walk_divide);
/* Some tokens at a time, for the block waits for its slowest lane. The runs take the flags and aux of the list. */
case S_walk_divide: {
    uint32_t seen;
    seen = mark;
    for (uint32_t looked = 0; looked < WALK_DIVIDE_TOKS && pos < anchor; looked++) {
        const bool may_cut = walk_ahead(v, ret, &pos, &seen);
        if (!may_cut || (seen & 0xFFFF) < WALK_DIVIDE_TOKS || pos >= anchor)
            continue;
        const uint32_t caller_flags = frames[n_frames - 1].x >> 16;
        if (!walk_leave(v, nodes, start, pos, file,
                        walk_run_state(ret) | (caller_flags & 0xFF) << 9 | (caller_flags >> 8) << 17)) {
            atomicAdd(&block.n_finished, 1u);
            goto bad;
        }
        start = pos;
        seen = 0;
    }
    mark = seen;
    if (pos < anchor)
        continue;
    pos = start;
    k = v.d_kinds[pos];
    RETURN();
}

case S_walk_finished:
walk_flush(v, *nodes);
if (nodes->is_bad || (nodes->unit_end != PARSE_NO_TOK && pos != nodes->unit_end))
    goto bad;
atomicAdd(&block.n_finished, 1u);
state = WALK_IDLE;
goto stop;
