/* gen_library_image.c: a build tool. gen_library_image OUT writes the kernels' library for library_image.c. */
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "sema/gen/library_make.h"

int main(int argc, char **argv)
{
    uint8_t *image = NULL;
    size_t n = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: gen_library_image OUT\n");
        return 1;
    }
    const char *wrong = library_make_image(&image, &n);
    FILE *out = wrong ? NULL : fopen(argv[1], "wb");
    if (!wrong && (!out || fwrite(image, 1, n, out) != n))
        wrong = "the file cannot be written";
    if (out && fclose(out) != 0)
        wrong = "the file cannot be written";
    free(image);
    arena_release_kept();
    if (!wrong)
        return 0;
    fprintf(stderr, "gen_library_image: %s\n", wrong);
    remove(argv[1]);
    return 1;
}
