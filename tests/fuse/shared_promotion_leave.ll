; Lanes that a guard has leave the kernel do not come to what others do behind it, though that is all there is to come to.
; report: ^k: region 1: shared memory in registers
; expect: call void @llvm.masked.store.v16i32
; reject: store <16 x i32> .* align 4$
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 64, i64 4, i64 0, i64 0 }, section "lw_shared"
@k__attributes = constant { i32, i32, { i32, i32, i32 } } { i32 16, i32 0, { i32, i32, i32 } { i32 16, i32 1, i32 1 } }

define void @k__fiber(ptr %arguments) {
entry:
  %data = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %words = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext i32 %x to i64
  %place = getelementptr i32, ptr %data, i64 %x.wide
  %one = load i32, ptr %place, align 4
  %own = getelementptr i32, ptr %words, i64 %x.wide
  store i32 %one, ptr %own, align 4
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %within = icmp slt i32 %x, %n
  br i1 %within, label %store, label %done
store:
  %y = xor i64 %x.wide, 1
  %other = getelementptr i32, ptr %words, i64 %y
  %two = load i32, ptr %other, align 4
  store i32 %two, ptr %place, align 4
  br label %done
done:
  ret void
}
