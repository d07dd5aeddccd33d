; Threads keep nothing but an array. They run strip by strip all the same: only a strip's arrays are interleaved.
; until: array_interleaving
; expect: ^;; region 1: .*strips of 16
; expect: getelementptr \[16 x float\], ptr %[0-9]+, i64 %
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [100 x float], align 4
  %in = load ptr, ptr %arguments
  %n.at = getelementptr i8, ptr %arguments, i64 8
  %n = load i64, ptr %n.at
  %out.at = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %out.at
  %x = call i32 @lw_fused_thread_x()
  %wide = zext i32 %x to i64
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %from = getelementptr float, ptr %in, i64 %wide
  %value = load float, ptr %from
  %own.i = getelementptr float, ptr %own, i64 %i
  store float %value, ptr %own.i, align 4
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %first, label %second
second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %own.j = getelementptr float, ptr %own, i64 %j
  %a = load float, ptr %own.j, align 4
  %to = getelementptr float, ptr %out, i64 %wide
  store float %a, ptr %to
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %second, label %done
done:
  ret void
}
