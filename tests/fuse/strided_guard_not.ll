; Here threads that do not take part keep something else, so all of them are run.
; level: 1
; reject: = icmp uge i32 %[a-z0-9.]+, 2$
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
  %rest = urem i32 %x, %s
  %takes.part = icmp eq i32 %rest, 0
  br i1 %takes.part, label %add, label %join
add:
  %from = getelementptr float, ptr %own, i64 1
  %a = load float, ptr %from
  br label %join
join:
  %kept = phi float [ %a, %add ], [ 2.0, %entry ]
  %d = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store float %kept, ptr %own
  ret void
}
