; What a lane keeps whichever way it goes is stored where the ways meet: of two stores LLVM would make one without the note
; that no other lane's access depends on it, and the vectoriser would ask whether it meets what lanes read.
; level: 2
; options: --optimize
; expect: store <4 x float> %[0-9]+, ptr %[0-9]+, align 4, !llvm.access.group
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = phi ptr [ %out, %entry ], [ %below, %loop ]
  %from = getelementptr float, ptr %row, i32 %x
  %each = load float, ptr %from
  %w = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %more = fadd float %sum, %each
  %below = getelementptr float, ptr %row, i32 %n
  %next = add i32 %i, 1
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  store float %more, ptr %at
  ret void
}
