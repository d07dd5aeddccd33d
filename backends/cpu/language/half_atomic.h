/* atomicAdd of a 16-bit format, for kernels; half.h and bfloat16.h each include this file once. It keeps denormals in
 * global and in shared memory. The two halves of a pair are added in two atomic steps: another thread may see only one
 * added. */

LW_CPU_16_INLINE LW_16 LW_16_OWN(atomic_add)(LW_16 *address, LW_16 value)
{
    unsigned short *word = &address->__x, seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    LW_16 old, sum;
    do {
        old.__x = seen;
        sum = LW_16_OP(add)(old, value);
        seen = emu_atomic_cas_u16(word, old.__x, sum.__x);
    } while (seen != old.__x);
    return old;
}

LW_CPU_16_INLINE LW_16_PAIR LW_16_OWN(atomic_add_pair)(LW_16_PAIR *address, LW_16_PAIR value)
{
    LW_16_PAIR old;
    emu_atomic_aligned(address, sizeof *address);
    old.x = LW_16_OWN(atomic_add)(&address->x, value.x);
    old.y = LW_16_OWN(atomic_add)(&address->y, value.y);
    return old;
}

#ifdef __cplusplus
LW_CPU_16_INLINE LW_16 atomicAdd(LW_16 *address, LW_16 value)
{
    return LW_16_OWN(atomic_add)(address, value);
}

LW_CPU_16_INLINE LW_16_PAIR atomicAdd(LW_16_PAIR *address, LW_16_PAIR value)
{
    return LW_16_OWN(atomic_add_pair)(address, value);
}

/* As in CUDA: the warp functions take arithmetic types, and types with this operator. */
LW_CPU_16_INLINE LW_16 operator+(const LW_16 &value)
{
    return value;
}

LW_CPU_16_INLINE LW_16_PAIR operator+(const LW_16_PAIR &value)
{
    return value;
}
#endif
