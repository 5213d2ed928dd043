/* gen_build_id.c: `gen_build_id OUT.c FILE...`: a digest of the library's own sources, so that entries of a library
 * that would compile otherwise are not taken. Files are told by their last two names and their content, not by where
 * they lie. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

static const char *gen_short_name(const char *path)
{
    const char *at = path + strlen(path);
    for (int n = 0; at > path && (at[-1] != '/' || n++ < 1);)
        at--;
    return at;
}

static int gen_add_file(sha256 *to, const char *path)
{
    char bytes[65536];
    FILE *in = fopen(path, "rb");
    if (!in)
        return 0;
    sha256_add(to, gen_short_name(path), strlen(gen_short_name(path)) + 1);
    for (size_t n = fread(bytes, 1, sizeof bytes, in); n > 0; n = fread(bytes, 1, sizeof bytes, in))
        sha256_add(to, bytes, n);
    int is_fine = !ferror(in);
    fclose(in);
    return is_fine;
}

int main(int argc, char **argv)
{
    sha256 all;
    uint8_t digest[SHA256_BYTES];
    FILE *out = argc > 2 ? fopen(argv[1], "wb") : NULL;
    if (!out)
        return 2;
    sha256_begin(&all);
    for (int i = 2; i < argc; i++)
        if (!gen_add_file(&all, argv[i])) {
            fprintf(stderr, "gen_build_id: cannot read %s\n", argv[i]);
            return 1;
        }
    sha256_end(&all, digest);
    fprintf(out, "/* Made by gen_build_id from the library's sources. */\n#include \"cache/build_id.h\"\n\n"
                 "const uint8_t cache_build_id[32] = {");
    for (size_t i = 0; i < sizeof digest; i++)
        fprintf(out, "%s0x%02x", i ? ", " : "", digest[i]);
    fprintf(out, "};\n");
    return fclose(out) == 0 ? 0 : 1;
}
