; The loop may end before the counter, which began beyond the end, wraps around.
; until: barrier_isolation
; expect: ^fetch\| %loaded = load i32, ptr %from
; expect: ^compute\| %ahead = phi i32
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
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %turn ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %turn ]
  %held = phi i32 [ %first, %entry ], [ %ahead, %turn ]
  store i32 %held, ptr %at
  %wait = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %fetch, label %compute
fetch:
  %from = getelementptr i32, ptr %in, i64 %next
  %loaded = load i32, ptr %from
  br label %compute
compute:
  %ahead = phi i32 [ %loaded, %fetch ], [ %held, %loop ]
  %value = load i32, ptr %other
  %sum.next = add i32 %sum, %value
  %full = icmp sgt i32 %value, 5
  br i1 %full, label %early, label %turn
turn:
  %over = icmp eq i64 %next, %end
  br i1 %over, label %done, label %loop
done:
  %last = phi i32 [ %sum.next, %turn ]
  %to = getelementptr i32, ptr %in, i32 %x
  store i32 %last, ptr %to
  ret void
early:
  store i32 %value, ptr %in
  ret void
}
