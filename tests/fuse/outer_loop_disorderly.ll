; Threads of a strip leave their loops one after the other, by a number that is no bound of x: without masks for loads at separate
; addresses they would run one by one, out of arrays, and stay in the loop over threads.
; level: 1
; options: --optimize
; expect: load float, ptr
; reject: alloca \[16 x
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %in = load ptr, ptr %arguments
  %out.at = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %low = and i32 %x, 15
  %count = add nuw nsw i32 %low, 1
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %next.j, %latch ]
  %sum.j = phi float [ 0.0, %entry ], [ %more, %latch ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %next.k, %inner ]
  %sum = phi float [ %sum.j, %outer ], [ %more, %inner ]
  %jk = mul i32 %j, %k
  %sums = add i32 %jk, %x
  %index = and i32 %sums, 1023
  %wide = zext i32 %index to i64
  %at = getelementptr float, ptr %in, i64 %wide
  %value = load float, ptr %at
  %more = fadd float %sum, %value
  %next.k = add nuw nsw i32 %k, 1
  %over.k = icmp eq i32 %next.k, %count
  br i1 %over.k, label %latch, label %inner
latch:
  %next.j = add nuw nsw i32 %j, 1
  %over = icmp eq i32 %next.j, %count
  br i1 %over, label %done, label %outer
done:
  %wide.x = zext i32 %x to i64
  %own = getelementptr float, ptr %out, i64 %wide.x
  store float %more, ptr %own
  ret void
}
