; An array whose length is known only as the kernel runs.
; refuse: k: it has an array of a length known only as it runs
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %n = load i32, ptr %out
  %array = alloca i32, i32 %n
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %array, i32 %x
  store volatile i32 1, ptr %at
  ret void
}
