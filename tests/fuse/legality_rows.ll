; No wait: the loop's bounds are read from memory before it, as a sparse matrix's row.
; report: k: fused
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %rows = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %row = getelementptr i32, ptr %rows, i32 %x
  %row.end = getelementptr i32, ptr %row, i32 1
  %first = load i32, ptr %row
  %end = load i32, ptr %row.end
  %some = icmp ult i32 %first, %end
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %rows, i32 %i
  %column = load i32, ptr %at
  store i32 %column, ptr %row
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
