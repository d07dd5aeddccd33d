; A lane that loads what it may have stored before does so in its own order; a store to what is no memory of the block's is
; not made of more than the lane's; what only some lanes load is not loaded for all.
; report: again: fused
; report: others: fused
; report: some: fused
; reject: = shufflevector
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
@record = internal global { i64, i64, i64, i64, i64, i64 } zeroinitializer, section "lw_shared"

define void @again__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %words = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %other = xor i32 %x, 1
  %own.at = getelementptr i32, ptr %words, i32 %x
  %out.at = getelementptr i32, ptr %out, i32 %x
  store i32 %x, ptr %own.at
  %place = getelementptr i32, ptr %out, i32 %other
  %word = load i32, ptr %place
  store i32 %word, ptr %out.at
  ret void
}

define void @others__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %other = xor i32 %x, 1
  %at = getelementptr i32, ptr %out, i32 %other
  store i32 %x, ptr %at
  ret void
}

define void @some__fiber(ptr %arguments) {
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %other = xor i32 %x, 1
  %own.at = getelementptr i32, ptr %out, i32 %x
  %own = load i32, ptr %own.at
  %is = icmp eq i32 %own, 5
  br i1 %is, label %then, label %done
then:
  %place = getelementptr i32, ptr %out, i32 %other
  %far = getelementptr i32, ptr %place, i64 1000
  %word = load i32, ptr %far
  store i32 %word, ptr %own.at
  br label %done
done:
  ret void
}
