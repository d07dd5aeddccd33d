; A loop of vectors through arguments' arrays: what it loads a page further on is fetched, and the line to which it stores a
; kilobyte further on.
; level: 2
; options: --optimize
; expect: = getelementptr i8, ptr %[0-9]+, i64 4096$
; expect: = getelementptr i8, ptr %[0-9]+, i64 1024$
; expect: call void @llvm.prefetch.p0\(ptr %[0-9]+, i32 0, i32 3, i32 1\)
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %in, i32 %x
  %value = load float, ptr %from
  %twice = fadd float %value, %value
  %to = getelementptr float, ptr %out, i32 %x
  store float %twice, ptr %to
  ret void
}
