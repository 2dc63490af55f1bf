/* The struct through which NumPy exposes a bit generator; the capsule "BitGenerator" points to it. */
#ifndef TRUEODDS_BIT_GENERATOR_H
#define TRUEODDS_BIT_GENERATOR_H

#include <stdint.h>

typedef struct {
    void *state;
    uint64_t (*next_uint64)(void *state);
    uint32_t (*next_uint32)(void *state);
    double (*next_double)(void *state);
    uint64_t (*next_raw)(void *state);
} words_t;

#endif
