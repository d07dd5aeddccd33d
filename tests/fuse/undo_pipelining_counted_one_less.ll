; As in pipeline_counted.ll, but asked of the counter as it was: whether it is less than the end less one.
; until: barrier_isolation
; expect: ^#5\| %[0-9]+ = load i32, ptr %[0-9]+
; expect: ^#5\| store i32 %[0-9]+, ptr %at
; reject: fetch|%ahead|%held
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare i32 @lw_fused_thread_x() memory(none)
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %tile.at = getelementptr i8, ptr %arguments, i64 8
  %tile = load ptr, ptr %tile.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %tile, i32 %x
  %other.x = xor i32 %x, 1
  %other = getelementptr i32, ptr %tile, i32 %other.x
  %first = load i32, ptr %in
  %n.at = getelementptr i8, ptr %arguments, i64 16
  %n = load i32, ptr %n.at
  %end = zext nneg i32 %n to i64
  %less = add nsw i32 %n, -1
  %last = sext i32 %less to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %compute ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %compute ]
  %held = phi i32 [ %first, %entry ], [ %ahead, %compute ]
  store i32 %held, ptr %at
  %wait = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = icmp slt i64 %i, %last
  %next = add nuw nsw i64 %i, 1
  br i1 %more, label %fetch, label %compute
fetch:
  %from = getelementptr i32, ptr %in, i64 %next
  %loaded = load i32, ptr %from
  br label %compute
compute:
  %ahead = phi i32 [ %loaded, %fetch ], [ %held, %loop ]
  %value = load i32, ptr %other
  %sum.next = add i32 %sum, %value
  %over = icmp eq i64 %next, %end
  br i1 %over, label %done, label %loop
done:
  %sums = phi i32 [ %sum.next, %compute ]
  %to = getelementptr i32, ptr %in, i32 %x
  store i32 %sums, ptr %to
  ret void
}
