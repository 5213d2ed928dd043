/* tokens.c: prints the tokens of a Rust file. Usage: tokens FILE.rs */
#include <rustg/rustg.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    rustg_error error = {0};
    rustg_result *result = NULL;
    rustg_source source = {.name = argc > 1 ? argv[1] : "example.rs", .edition = 2021};

    if (rustg_initialize(NULL, &error) || rustg_compile(&source, 1, NULL, &result, &error)) {
        fprintf(stderr, "%s: %s\n", rustg_status_string(error.status), error.message);
        return 1;
    }
    rustg_tokens toks;
    if (rustg_result_n_batches(result) && rustg_result_tokens(result, 0, &toks) == RUSTG_OK)
        for (size_t i = 1; i < toks.n_toks; i++)
            printf("%u %u %s\n", toks.start[i], toks.end[i], rustg_token_kind_name(toks.kind[i]));
    static char errors[1 << 16]; /* what is wrong with the source, as rustc shows it */
    rustg_result_render(result, RUSTG_FORMAT_HUMAN, 0, errors, sizeof errors);
    fputs(errors, stderr);
    int ok = rustg_result_success(result);
    rustg_result_free(result);
    rustg_shutdown();
    return !ok;
}
