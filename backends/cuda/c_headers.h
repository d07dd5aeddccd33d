/* What kernel files need of C's own headers, for NVRTC, which has none. */
#ifndef LW_CUDA_C_HEADERS_H
#define LW_CUDA_C_HEADERS_H

enum { LW_C_HEADERS = 11 };
extern const char *const lw_c_header_names[LW_C_HEADERS];
extern const char *const lw_c_header_texts[LW_C_HEADERS];

#endif
