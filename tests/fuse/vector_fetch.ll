; A fetch of a texture is offered to the vectoriser in forms that fetch thread by thread, for no thread that the mask leaves out. The
; rest of the loop is vectors. The fetch gets the thread that a report names; its two words are one number.
; level: 1
; options: --optimize
; expect: call <8 x float> @emu_math_sinf_x8
; expect: call i128 @emu_fetch_sample\(i32 577, i32 1, i64 %[0-9]+, float %[0-9]+, float %[0-9]+, i64 ptrtoint \(ptr @site to i64\), i64 %[0-9]+\)
; expect: icmp .*i8 %.*, 0$
; reject: define .*emu_fetch
; reject: \{ i64, i64 \} @emu_fetch
target triple = "x86_64-unknown-linux-gnu"
@site = internal constant [3 x i64] zeroinitializer
declare i32 @lw_fused_thread_x() memory(none)
declare { i64, i64 } @emu_fetch_sample(i32, i32, i64, float, float, i64, i64) nounwind willreturn memory(read)
declare float @emu_math_sinf(float) memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %object.at = getelementptr i8, ptr %arguments, i64 8
  %object = load i64, ptr %object.at
  %x = call i32 @lw_fused_thread_x()
  %at = sitofp i32 %x to float
  %y = call float @emu_math_sinf(float %at)
  %texel = call { i64, i64 } @emu_fetch_sample(i32 577, i32 1, i64 %object, float %at, float %y, i64 ptrtoint (ptr @site to i64), i64 0)
  %low = extractvalue { i64, i64 } %texel, 0
  %high = extractvalue { i64, i64 } %texel, 1
  %both = xor i64 %low, %high
  %word = trunc i64 %both to i32
  %value = bitcast i32 %word to float
  %place = fptosi float %y to i64
  %from = getelementptr float, ptr %out, i64 %place
  %other = load float, ptr %from
  %sum = fadd float %value, %other
  %to = getelementptr float, ptr %out, i32 %x
  store float %sum, ptr %to
  ret void
}
