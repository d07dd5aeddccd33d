; What is stored where it was loaded from is fetched once.
; level: 2
; options: --optimize
; expect: = getelementptr i8, ptr %[0-9]+, i64 4096$
; reject: = getelementptr i8, ptr %[0-9]+, i64 1024$
target triple = "x86_64-unknown-linux-gnu"
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %array = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %array, i32 %x
  %value = load float, ptr %at
  %twice = fadd float %value, %value
  store float %twice, ptr %at
  ret void
}
