; Threads load at a stride that is an argument: whatever it is they are a vector, not only where it is 1.
; options: --optimize --level=1
; expect: call <8 x float> @llvm\.masked\.gather|insertelement <8 x float>
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %stride = load i32, ptr %third
  %x = call i32 @lw_fused_thread_x()
  %index = mul nsw i32 %x, %stride
  %from = getelementptr float, ptr %in, i32 %index
  %value = load float, ptr %from
  %twice = fmul float %value, %value
  %next = getelementptr float, ptr %from, i32 1
  %other = load float, ptr %next
  %product = fmul float %twice, %other
  %to = getelementptr float, ptr %out, i32 %x
  store float %product, ptr %to
  ret void
}
