; Shared memory is values in both regions, which is known before they are made; what is made to find that out is deleted.
; until: plan
; expect: ^;; region 0: promoted shared memory; all to region 1; 12 instructions, 1 copy$
; expect: ^;; region 1: promoted shared memory of those before; all to the end; 17 instructions, 1 copy$
; reject: nowhere
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
