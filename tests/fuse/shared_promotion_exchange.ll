; Each lane puts two neighbours in order: what the one and the other are compared with is one permutation of their vector.
; level: 2
; options: --optimize
; report: ^k: region 1: shared memory in registers
; expect: = shufflevector <16 x i32> .*<16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8,
; reject: = shufflevector <16 x i32> .*<16 x i32> <i32 1, i32 poison, i32 3
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 128, i64 4, i64 0, i64 0 }, section "lw_shared"
@k__attributes = constant { i32, i32, { i32, i32, i32 } } { i32 16, i32 0, { i32, i32, i32 } { i32 16, i32 1, i32 1 } }

define void @k__fiber(ptr %arguments) {
entry:
  %data = load ptr, ptr %arguments
  %keys = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext i32 %x to i64
  %y.wide = add i64 %x.wide, 16
  %from = getelementptr i32, ptr %data, i64 %x.wide
  %from.y = getelementptr i32, ptr %data, i64 %y.wide
  %first = load i32, ptr %from, align 4
  %second = load i32, ptr %from.y, align 4
  %at = getelementptr i32, ptr %keys, i64 %x.wide
  %at.y = getelementptr i32, ptr %keys, i64 %y.wide
  store i32 %first, ptr %at, align 4
  store i32 %second, ptr %at.y, align 4
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %twice = shl i32 %x, 1
  %low.wide = zext i32 %twice to i64
  %high.wide = add i64 %low.wide, 1
  %low = getelementptr i32, ptr %keys, i64 %low.wide
  %high = getelementptr i32, ptr %keys, i64 %high.wide
  %a = load i32, ptr %low, align 4
  %c = load i32, ptr %high, align 4
  %wrong = icmp ugt i32 %a, %c
  br i1 %wrong, label %swap, label %done
swap:
  store i32 %c, ptr %low, align 4
  store i32 %a, ptr %high, align 4
  br label %done
done:
  %d = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %last = load i32, ptr %at, align 4
  %last.y = load i32, ptr %at.y, align 4
  store i32 %last, ptr %from, align 4
  store i32 %last.y, ptr %from.y, align 4
  ret void
}
