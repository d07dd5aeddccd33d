; Lanes that exchange at a distance which the block keeps: a copy for each of 1, 2, 4 and 8, and one for multiples of 16,
; in which two vectors are loaded, shuffled and stored.
; expect: ^ +i32 1, label
; expect: ^ +i32 2, label
; expect: ^ +i32 4, label
; expect: ^ +i32 8, label
; expect: = and i32 %[0-9]+, 15$
; expect: = load <16 x i32>, ptr .* align 4$
; expect: = shufflevector <16 x i32> .*<i32 16, i32 18, i32 20, i32 22,
; expect: store <16 x i32> %[0-9]+, ptr .* align 4$
; expect: llvm.loop.vectorize.width", i32 16
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } zeroinitializer, section "lw_shared"

define void @k__fiber(ptr %arguments) {
entry:
  %from = load i32, ptr %arguments
  %key = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  br label %loop
loop:
  %distance = phi i32 [ %from, %entry ], [ %next, %join ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %mask = add i32 %distance, -1
  %twice = shl i32 %x, 1
  %rest = and i32 %mask, %x
  %low = sub i32 %twice, %rest
  %high = add i32 %low, %distance
  %low.wide = zext i32 %low to i64
  %low.at = getelementptr i32, ptr %key, i64 %low.wide
  %high.wide = zext i32 %high to i64
  %high.at = getelementptr i32, ptr %key, i64 %high.wide
  %a = load i32, ptr %low.at
  %c = load i32, ptr %high.at
  %wrong = icmp ugt i32 %a, %c
  br i1 %wrong, label %swap, label %join
swap:
  store i32 %c, ptr %low.at
  store i32 %a, ptr %high.at
  br label %join
join:
  %next = lshr i32 %distance, 1
  %last = icmp ult i32 %distance, 2
  br i1 %last, label %done, label %loop
done:
  ret void
}
