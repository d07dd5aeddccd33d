; A block-stride loop that the first threads of a row iterate more often than the others: its last iterations run as those of a shorter
; row, of as many threads as have not left it.
; report: k: fused: 
; expect: store i32 %[0-9]+, ptr %prefix_length
; expect: load i32, ptr %prefix_length
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %bound = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %bound
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %i = phi i32 [ %x, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %at
  %next = add nuw nsw i32 %i, 256
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %own = getelementptr i32, ptr %out, i32 %x
  store i32 7, ptr %own
  ret void
}
