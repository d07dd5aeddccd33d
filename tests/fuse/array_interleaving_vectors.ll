; The loops of array_interleaving.ll become vectors: threads do not access each other's arrays, and a strip's elements lie
; side by side.
; level: 1
; options: --optimize
; report: k: region 1: strips of 16 threads
; report: k: region 2: strips of 16 threads
; expect: fmul <[0-9]+ x float>
; expect: fadd <[0-9]+ x float>
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [100 x float], align 4
  %in = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %n.at
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %in, i32 %x
  %value = load float, ptr %from
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %v = phi float [ %value, %entry ], [ %w, %first ]
  %w = fmul float %v, 0.5
  %own.i = getelementptr float, ptr %own, i64 %i
  store float %w, ptr %own.i, align 4
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %first, label %second
second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %sum = phi float [ 0.0, %first ], [ %sum.next, %second ]
  %own.j = getelementptr float, ptr %own, i64 %j
  %a = load float, ptr %own.j, align 4
  %sum.next = fadd float %sum, %a
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %second, label %done
done:
  store float %sum.next, ptr %from
  ret void
}
