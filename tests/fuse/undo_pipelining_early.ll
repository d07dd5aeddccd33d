; What the last turn has loaded is asked for behind the loop: it is loaded as early as ever.
; until: barrier_isolation
; expect: ^fetch\| %loaded = load i32, ptr %from
; expect: ^#6\| store i32 %ahead, ptr %at
; reject: ^#6\| .* = load
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
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %compute ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %compute ]
  %held = phi i32 [ %first, %entry ], [ %ahead, %compute ]
  store i32 %held, ptr %at
  %wait = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 100
  br i1 %more, label %fetch, label %compute
fetch:
  %from = getelementptr i32, ptr %in, i32 %next
  %loaded = load i32, ptr %from
  br label %compute
compute:
  %ahead = phi i32 [ %loaded, %fetch ], [ %held, %loop ]
  %value = load i32, ptr %other
  %twice = add i32 %ahead, %ahead
  %sum.next = add i32 %value, %twice
  br i1 %more, label %loop, label %done
done:
  %last = phi i32 [ %sum.next, %compute ]
  %to = getelementptr i32, ptr %in, i32 %x
  store i32 %last, ptr %to
  ret void
}
