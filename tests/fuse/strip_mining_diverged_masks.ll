; With AVX-512 lanes that load at places apart, by a condition, are a vector all the same: it has masked gathers.
; report: k: region 1: strips of 16 threads
; level: 2
; reject: = distinct !\{![0-9]+, ![0-9]+, ![0-9]+, ![0-9]+\}$
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i32, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr float, ptr %out, i32 %x
  %first = load float, ptr %at
  %place = mul i32 %x, 5
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %rest ]
  %sum = phi float [ %first, %entry ], [ %more, %rest ]
  %takes = fcmp olt float %sum, 1.0
  br i1 %takes, label %take, label %rest
take:
  %turn = add i32 %place, %i
  %from = getelementptr float, ptr %out, i32 %turn
  %each = load float, ptr %from
  br label %rest
rest:
  %part = phi float [ %each, %take ], [ 0.0, %loop ]
  %more = fadd float %sum, %part
  %next = add i32 %i, 1
  %on = icmp ult i32 %next, %n
  br i1 %on, label %loop, label %done
done:
  store float %more, ptr %at
  ret void
}
