; Threads that have stored something turn once more, or are about to leave a loop one by one: blocks cannot run as one then.
; Those that leave one by one do so where the guard `next < n` splits a row.
; until: plan
; expect: ^;; plan: about 304 instructions of at most 33376; blocks run one by one: threads part in region 1$
; expect: ^;; region 1: rows; all as the block chooses to region 1 or the end; 15 instructions, 2 copies$
; expect: ^;; plan: about 374 instructions of at most 33376; blocks run one by one: it could not begin again in region 1$
; expect: ^;; region 1: rows split by a guard; by the guard split to region 1, then the end; 15 instructions, 3 copies$
; reject: as one
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @lw_fused_block_x() memory(none)
declare i32 @lw_fused_block_dim_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %i = add i32 %first, %x
  %wide = zext i32 %i to i64
  br label %turn
turn:
  %count = phi i32 [ 0, %entry ], [ %next, %turn ]
  %at = getelementptr i32, ptr %out, i64 %wide
  %old = load i32, ptr %at
  %sum = add i32 %old, %count
  store i32 %sum, ptr %at
  %next = add i32 %count, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %turn, label %done
done:
  ret void
}

define void @late__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %at_n = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %at_n
  %x = call i32 @lw_fused_thread_x()
  %block = call i32 @lw_fused_block_x()
  %lanes = call i32 @lw_fused_block_dim_x()
  %first = mul i32 %block, %lanes
  %sum = add i32 %first, %x
  %i = zext i32 %sum to i64
  %place_at = getelementptr i64, ptr %out, i64 %i
  store i64 0, ptr %place_at
  br label %turn
turn:
  %place = phi i64 [ %i, %entry ], [ %next, %turn ]
  %at = getelementptr i64, ptr %out, i64 %place
  store i64 %place, ptr %at
  %next = add i64 %place, 100000
  %more = icmp ult i64 %next, %n
  br i1 %more, label %turn, label %behind
behind:
  br label %done
done:
  ret void
}
