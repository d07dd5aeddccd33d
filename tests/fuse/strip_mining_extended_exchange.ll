; An index that is a sum, before and after a shuffle, without a condition: a strip within the bounds has it as a sum of 64
; bits, and one for which the sum may wrap around runs its lanes one by one. So loads and stores are vectors.
; level: 1
; options: --optimize
; report: k: fused: 2 regions
; report: k: region 1: strips of 32 threads
; expect: load <32 x i32>, ptr %[a-z0-9.]+, align 4$
; expect: store <32 x i32> %[0-9]+, ptr %[a-z0-9.]+, align 4$
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i64 @lw_fused_collective(i32, i32, i64, i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %first = mul i32 %block, 250
  %i = add i32 %first, %x
  %index = sext i32 %i to i64
  %at = getelementptr float, ptr %in, i64 %index
  %own = load float, ptr %at
  %bits = bitcast float %own to i32
  %brought = zext i32 %bits to i64
  %down = call i64 @lw_fused_collective(i32 10, i32 -1, i64 %brought, i32 8196, ptr @site)
  %low = trunc i64 %down to i32
  %result = bitcast i32 %low to float
  %into = getelementptr float, ptr %out, i64 %index
  store float %result, ptr %into
  ret void
}
