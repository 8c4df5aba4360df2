/* Random numbers: the stated algorithm, any part of a stream, the moments. */
#include "internal.h"
#include "test.h"

/* The first numbers of SplitMix64 as published with the algorithm. */
static void bits_are_splitmix(void) {
    CHECK(attn_random_bits(0, 0) == 0xe220a8397b1dcdafu);
    CHECK(attn_random_bits(1234567, 0) == 6457827717110365317u);
    CHECK(attn_random_bits(1234567, 1) == 3203168211198807973u);
    CHECK(attn_random_bits(1234567, 2) == 9817491932198370423u);
}

static const test tests[] = {
    {"The bits are those of SplitMix64.", bits_are_splitmix},
};
SUITE(random, tests)
