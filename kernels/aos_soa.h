/** @file
 * aos_soa: an array of structs becomes an array for each field (structure of arrays), and back.
 *
 *     for (i = 0; i < n; i++) for (f = 0; f < fields; f++) arrays[f][i] = structs[i * fields + f];      aos_to_soa
 *     for (i = 0; i < n; i++) for (f = 0; f < fields; f++) structs[i * fields + f] = arrays[f][i];      soa_to_aos
 *
 * Structs have 2, 3 or 4 fields of 32 bits, such as floats. Their bits are moved, never computed with. Neighbouring threads read and write
 * neighbouring memory on both sides: structs of 2 and 4 fields are moved as a whole where they are aligned to their size, those of 3 go
 * through shared memory on a GPU.
 */
#ifndef LWK_AOS_SOA_H
#define LWK_AOS_SOA_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Takes structs of 2 fields apart, one thread a struct or several. Any one-dimensional grid and block.
 * @param n structs, any number
 * @param structs n structs of device memory, aligned to 4 bytes
 * @param x,y n fields of device memory each, not overlapping */
LW_DECLARE_KERNEL(lwk_aos_to_soa_2, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y));
/** Takes structs of 3 fields apart, as lwk_aos_to_soa_2() does.
 * @param n structs, any number
 * @param structs n structs of device memory, aligned to 4 bytes
 * @param x,y,z n fields of device memory each, not overlapping */
LW_DECLARE_KERNEL(lwk_aos_to_soa_3, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y),
                  (unsigned *, z));
/** The same for GPUs. Blocks of 256 threads; a block takes 1024 structs at a time through shared memory.
 * @param n,structs,x,y,z as lwk_aos_to_soa_3()'s */
LW_DECLARE_KERNEL(lwk_aos_to_soa_3_tile, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y),
                  (unsigned *, z));
/** Takes structs of 4 fields apart, as lwk_aos_to_soa_2() does.
 * @param n,structs as lwk_aos_to_soa_2()'s
 * @param x,y,z,w n fields of device memory each, not overlapping */
LW_DECLARE_KERNEL(lwk_aos_to_soa_4, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y),
                  (unsigned *, z), (unsigned *, w));

/** Puts structs of 2 fields together, one thread a struct or several. Any one-dimensional grid and block.
 * @param n structs, any number
 * @param x,y n fields of device memory each
 * @param structs n structs of device memory, aligned to 4 bytes, not overlapping the fields */
LW_DECLARE_KERNEL(lwk_soa_to_aos_2, (size_t, n), (const unsigned *, x), (const unsigned *, y), (void *, structs));
/** Puts structs of 3 fields together, as lwk_soa_to_aos_2() does.
 * @param n structs, any number
 * @param x,y,z n fields of device memory each
 * @param structs n structs of device memory, aligned to 4 bytes, not overlapping the fields */
LW_DECLARE_KERNEL(lwk_soa_to_aos_3, (size_t, n), (const unsigned *, x), (const unsigned *, y), (const unsigned *, z),
                  (void *, structs));
/** The same for GPUs. Blocks of 256 threads; a block makes 1024 structs at a time in shared memory.
 * @param n,x,y,z,structs as lwk_soa_to_aos_3()'s */
LW_DECLARE_KERNEL(lwk_soa_to_aos_3_tile, (size_t, n), (const unsigned *, x), (const unsigned *, y),
                  (const unsigned *, z), (void *, structs));
/** Puts structs of 4 fields together, as lwk_soa_to_aos_2() does.
 * @param n,structs as lwk_soa_to_aos_2()'s
 * @param x,y,z,w n fields of device memory each */
LW_DECLARE_KERNEL(lwk_soa_to_aos_4, (size_t, n), (const unsigned *, x), (const unsigned *, y), (const unsigned *, z),
                  (const unsigned *, w), (void *, structs));

/** Queues the change from structs to arrays.
 * @param stream where
 * @param fields of a struct: 2, 3 or 4
 * @param n structs, at most 2^60 - 1; 0 does nothing
 * @param structs n structs without gaps, in device memory, aligned to 4 bytes
 * @param arrays `fields` addresses, read before the return: n fields of device memory each, not overlapping each other or the structs
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another number of fields, or too many structs; or as lw_launch_kernel() */
lw_status lwk_aos_to_soa_launch(lw_stream *stream, int fields, size_t n, const void *structs, void *const arrays[]);

/** Queues the change from arrays to structs.
 * @param stream where
 * @param fields of a struct: 2, 3 or 4
 * @param n structs, at most 2^60 - 1; 0 does nothing
 * @param arrays `fields` addresses, read before the return: n fields of device memory each
 * @param structs n structs without gaps, in device memory, aligned to 4 bytes, not overlapping the arrays
 * @return LW_ERROR_INVALID_VALUE: a null pointer, another number of fields, or too many structs; or as lw_launch_kernel() */
lw_status lwk_soa_to_aos_launch(lw_stream *stream, int fields, size_t n, const void *const arrays[], void *structs);

#ifdef __cplusplus
}
#endif

#endif
