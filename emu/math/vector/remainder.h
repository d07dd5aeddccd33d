/* remainder.c for vectors of doubles (functions.h), and the floats' arithmetic. */
static inline vectors truncated_remainder(vectors x, vectors y)
{
    vectors rest = fused(-truncate(x / y), y, x);
    masks beyond = (rest != 0) & (((masks)rest < 0) != ((masks)x < 0));
    return with_sign(choose(beyond, rest + with_sign(y, x), rest), x);
}

static inline vectors nearest_remainder(vectors x, vectors y)
{
    vectors rest = fused(-nearest(x / y), y, x);
    rest = choose(2 * size(rest) > size(y), rest - with_sign(y, rest), rest);
    return choose(rest == 0, with_sign(rest, x), rest);
}

DEFINE_2(fmod, truncated_remainder(x, y), lanes(size(x) >= size(y) * 0x1p52))
DEFINE_2(remainder, nearest_remainder(x, y), lanes((size(x) >= size(y) * 0x1p50) | (size(y) > 0x1p1022)))

static inline vectors truncated_remainder_float(vectors x, vectors y)
{
    return x - truncate(x / y) * y;
}

static inline vectors nearest_remainder_float(vectors x, vectors y)
{
    return x - nearest(x / y) * y;
}
