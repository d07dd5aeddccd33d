; A guard of which both borders move, x > i and 254 - x > i, in a loop with a barrier at its end: threads between them run a
; loop without a condition.
; level: 1
; options: --optimize
; expect: = load <4 x i32>
; expect: store <4 x i32>
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %in.at = getelementptr i8, ptr %arguments, i64 8
  %in = load ptr, ptr %in.at
  %n.at = getelementptr i8, ptr %arguments, i64 16
  %n = load i64, ptr %n.at
  %a = call i64 @lw_fused_barrier(i32 0, ptr @site)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext nneg i32 %x to i64
  %left = sub nsw i64 254, %x.wide
  %low = icmp uge i64 %i, %x.wide
  %high = icmp sgt i64 %i, %left
  %outside = select i1 %low, i1 true, i1 %high
  br i1 %outside, label %join, label %inside
inside:
  %from = getelementptr i32, ptr %in, i64 %x.wide
  %to = getelementptr i32, ptr %out, i64 %x.wide
  %value = load i32, ptr %from
  %i.narrow = trunc i64 %i to i32
  %sum = add i32 %value, %i.narrow
  store i32 %sum, ptr %to
  br label %join
join:
  %next = add nuw nsw i64 %i, 1
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
