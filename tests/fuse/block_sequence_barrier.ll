; A long block with a barrier is run by itself.
; expect: ret i32 0$
; reject: interleave
; reject: load atomic
; reject: !dereferenceable
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %i = add i32 %block, %x
  %at = getelementptr i32, ptr %out, i32 %i
  %a0 = add i32 %i, %block
  %x0 = xor i32 %a0, %i
  %a1 = add i32 %x0, %block
  %x1 = xor i32 %a1, %i
  %a2 = add i32 %x1, %block
  %x2 = xor i32 %a2, %i
  %a3 = add i32 %x2, %block
  %x3 = xor i32 %a3, %i
  %a4 = add i32 %x3, %block
  %x4 = xor i32 %a4, %i
  %a5 = add i32 %x4, %block
  %x5 = xor i32 %a5, %i
  %a6 = add i32 %x5, %block
  %x6 = xor i32 %a6, %i
  %a7 = add i32 %x6, %block
  %x7 = xor i32 %a7, %i
  %a8 = add i32 %x7, %block
  %x8 = xor i32 %a8, %i
  %a9 = add i32 %x8, %block
  %x9 = xor i32 %a9, %i
  %a10 = add i32 %x9, %block
  %x10 = xor i32 %a10, %i
  %a11 = add i32 %x10, %block
  %x11 = xor i32 %a11, %i
  %a12 = add i32 %x11, %block
  %x12 = xor i32 %a12, %i
  %a13 = add i32 %x12, %block
  %x13 = xor i32 %a13, %i
  %a14 = add i32 %x13, %block
  %x14 = xor i32 %a14, %i
  %a15 = add i32 %x14, %block
  %x15 = xor i32 %a15, %i
  %a16 = add i32 %x15, %block
  %x16 = xor i32 %a16, %i
  %a17 = add i32 %x16, %block
  %x17 = xor i32 %a17, %i
  %a18 = add i32 %x17, %block
  %x18 = xor i32 %a18, %i
  %a19 = add i32 %x18, %block
  %x19 = xor i32 %a19, %i
  %a20 = add i32 %x19, %block
  %x20 = xor i32 %a20, %i
  %a21 = add i32 %x20, %block
  %x21 = xor i32 %a21, %i
  %a22 = add i32 %x21, %block
  %x22 = xor i32 %a22, %i
  %a23 = add i32 %x22, %block
  %x23 = xor i32 %a23, %i
  %a24 = add i32 %x23, %block
  %x24 = xor i32 %a24, %i
  %a25 = add i32 %x24, %block
  %x25 = xor i32 %a25, %i
  %a26 = add i32 %x25, %block
  %x26 = xor i32 %a26, %i
  %a27 = add i32 %x26, %block
  %x27 = xor i32 %a27, %i
  %a28 = add i32 %x27, %block
  %x28 = xor i32 %a28, %i
  %a29 = add i32 %x28, %block
  %x29 = xor i32 %a29, %i
  %a30 = add i32 %x29, %block
  %x30 = xor i32 %a30, %i
  %a31 = add i32 %x30, %block
  %x31 = xor i32 %a31, %i
  %a32 = add i32 %x31, %block
  %x32 = xor i32 %a32, %i
  %a33 = add i32 %x32, %block
  %x33 = xor i32 %a33, %i
  %a34 = add i32 %x33, %block
  %x34 = xor i32 %a34, %i
  %a35 = add i32 %x34, %block
  %x35 = xor i32 %a35, %i
  %a36 = add i32 %x35, %block
  %x36 = xor i32 %a36, %i
  %a37 = add i32 %x36, %block
  %x37 = xor i32 %a37, %i
  %a38 = add i32 %x37, %block
  %x38 = xor i32 %a38, %i
  %a39 = add i32 %x38, %block
  %x39 = xor i32 %a39, %i
  %a40 = add i32 %x39, %block
  %x40 = xor i32 %a40, %i
  %a41 = add i32 %x40, %block
  %x41 = xor i32 %a41, %i
  %a42 = add i32 %x41, %block
  %x42 = xor i32 %a42, %i
  %a43 = add i32 %x42, %block
  %x43 = xor i32 %a43, %i
  %a44 = add i32 %x43, %block
  %x44 = xor i32 %a44, %i
  %a45 = add i32 %x44, %block
  %x45 = xor i32 %a45, %i
  %a46 = add i32 %x45, %block
  %x46 = xor i32 %a46, %i
  %a47 = add i32 %x46, %block
  %x47 = xor i32 %a47, %i
  %a48 = add i32 %x47, %block
  %x48 = xor i32 %a48, %i
  %a49 = add i32 %x48, %block
  %x49 = xor i32 %a49, %i
  %a50 = add i32 %x49, %block
  %x50 = xor i32 %a50, %i
  %a51 = add i32 %x50, %block
  %x51 = xor i32 %a51, %i
  %a52 = add i32 %x51, %block
  %x52 = xor i32 %a52, %i
  %a53 = add i32 %x52, %block
  %x53 = xor i32 %a53, %i
  %a54 = add i32 %x53, %block
  %x54 = xor i32 %a54, %i
  %a55 = add i32 %x54, %block
  %x55 = xor i32 %a55, %i
  %a56 = add i32 %x55, %block
  %x56 = xor i32 %a56, %i
  %a57 = add i32 %x56, %block
  %x57 = xor i32 %a57, %i
  %a58 = add i32 %x57, %block
  %x58 = xor i32 %a58, %i
  %a59 = add i32 %x58, %block
  %x59 = xor i32 %a59, %i
  %a60 = add i32 %x59, %block
  %x60 = xor i32 %a60, %i
  %a61 = add i32 %x60, %block
  %x61 = xor i32 %a61, %i
  %a62 = add i32 %x61, %block
  %x62 = xor i32 %a62, %i
  %a63 = add i32 %x62, %block
  %x63 = xor i32 %a63, %i
  %a64 = add i32 %x63, %block
  %x64 = xor i32 %a64, %i
  store i32 %x64, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 2, ptr %at
  ret void
}
