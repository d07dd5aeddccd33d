; Which element a lane reads is computed here, from its number: y = (x ^ 5) - 3 & 15, and y ^ 1 where x < 4. (16 more: the second vector.)
; level: 2
; report: ^k: region 1: shared memory in registers
; expect: shufflevector <16 x i32> poison, <16 x i32> .*<i32 19, i32 16, i32 21, i32 18, i32 30, i32 29, i32 16, i32 31, i32 26, i32 25, i32 28, i32 27, i32 22, i32 21, i32 24, i32 23>
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 64, i64 4, i64 0, i64 0 }, section "lw_shared"
@k__attributes = constant { i32, i32, { i32, i32, i32 } } { i32 16, i32 0, { i32, i32, i32 } { i32 16, i32 1, i32 1 } }

define void @k__fiber(ptr %arguments) {
entry:
  %data = load ptr, ptr %arguments
  %words = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %data, i64 %x.wide
  %one = load i32, ptr %place, align 4
  %own = getelementptr i32, ptr %words, i64 %x.wide
  store i32 %one, ptr %own, align 4
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %turned = xor i32 %x, 5
  %before = sub i32 %turned, 3
  %within = and i32 %before, 15
  %first = icmp slt i32 %x, 4
  %swap = zext i1 %first to i32
  %y = xor i32 %within, %swap
  %y.wide = zext i32 %y to i64
  %other = getelementptr i32, ptr %words, i64 %y.wide
  %two = load i32, ptr %other, align 4
  store i32 %two, ptr %place, align 4
  ret void
}
