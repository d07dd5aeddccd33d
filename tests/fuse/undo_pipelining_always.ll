; A turn's load for the next by no condition.
; until: barrier_isolation
; expect: ^#4\| %9 = load i32, ptr %from
; expect: ^#4\| store i32 %9, ptr %at
; reject: ^loop\| .* = load i32, ptr %from
; reject: %ahead|%held
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %compute ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %compute ]
  %held = phi i32 [ 7, %entry ], [ %ahead, %compute ]
  store i32 %held, ptr %at
  %wait = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 100
  br label %compute
compute:
  %clamped = select i1 %more, i32 %next, i32 %i
  %from = getelementptr i32, ptr %in, i32 %clamped
  %ahead = load i32, ptr %from
  %value = load i32, ptr %other
  %sum.next = add i32 %sum, %value
  br i1 %more, label %loop, label %done
done:
  %last = phi i32 [ %sum.next, %compute ]
  %to = getelementptr i32, ptr %in, i32 %x
  store i32 %last, ptr %to
  ret void
}
