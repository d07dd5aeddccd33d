; The same over all threads of a block. Where an index may wrap around, each thread goes on by itself, with a state: those of the whole
; block are stored then, though the loop is for its first threads.
; report: k: fused: 
; expect: store i32 %[0-9]+, ptr %prefix_length
; expect: load i32, ptr %prefix_length
; expect: call void @emu_fused_split_rows
declare i32 @lw_fused_rank() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %bound = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %bound
  %x = call i32 @lw_fused_rank()
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
