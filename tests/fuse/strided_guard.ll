; Threads of x % (2 * s) == 0, which LLVM writes as x & (2 * s + 1023), are run by a loop of their own, in steps of 2 * s;
; those of a stride of 1 by vectors. The others change nothing.
; level: 1
; expect: = and i32 %[a-z0-9.]+, 1023$
; expect: = icmp uge i32 %[a-z0-9.]+, 2$
; expect: = add nuw i64 %[a-z0-9.]+, %[a-z0-9.]+$
; report: ^k: region 1: all threads, after a barrier
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
@record = external global [6 x i64]

define void @k__fiber(ptr %arguments) {
entry:
  %s = load i32, ptr %arguments
  %sums = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %x.wide = zext nneg i32 %x to i64
  %own = getelementptr float, ptr %sums, i64 %x.wide
  store float 1.0, ptr %own
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %twice = shl i32 %s, 1
  %mask = add i32 %twice, 1023
  %rest = and i32 %mask, %x
  %takes.part = icmp eq i32 %rest, 0
  br i1 %takes.part, label %add, label %join
add:
  %other = add i32 %x, %s
  %other.wide = zext i32 %other to i64
  %from = getelementptr float, ptr %sums, i64 %other.wide
  %a = load float, ptr %from
  %c = load float, ptr %own
  %sum = fadd float %a, %c
  store float %sum, ptr %own
  br label %join
join:
  %d = call i64 @lw_fused_barrier(i32 0, ptr @site)
  ret void
}
