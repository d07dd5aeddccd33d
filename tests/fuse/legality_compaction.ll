; No wait: what the atomic answers is where the lane writes, not how often the loop runs.
; report: k: fused
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %skip ]
  %in.at = getelementptr i32, ptr %out, i32 %i
  %value = load i32, ptr %in.at
  %keep = icmp ugt i32 %value, %x
  br i1 %keep, label %append, label %skip
append:
  %place = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  %at = getelementptr i32, ptr %out, i32 %place
  store i32 %value, ptr %at
  br label %skip
skip:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
