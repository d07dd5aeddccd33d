; No wait: the old value chooses a way within the turn, but each turn ends where it would.
; report: k: fused
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %skip ]
  %place = call i32 @emu_atomic_add_u32(ptr %out, i32 1)
  %fits = icmp ult i32 %place, 100
  br i1 %fits, label %append, label %skip
append:
  %at = getelementptr i32, ptr %out, i32 %place
  store i32 %i, ptr %at
  br label %skip
skip:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
