; Two loops that all threads run together go through arrays of their own. The elements of a strip's threads lie side by side, so
; a step in %own is 16 elements; %kept, accessed in two sizes, stays as it is.
; until: array_interleaving
; expect: ^;; region 1: .*strips of 16
; expect: alloca \[6400 x i8\], align 4$
; expect: getelementptr \[16 x float\], ptr %[0-9]+, i64 %
; expect: getelementptr \[100 x \{ \[16 x float\], \[16 x i32\] \}\], ptr %[0-9]+, i64 0, i64 %[0-9]+, i32 1$
; expect: getelementptr float, ptr %kept, i64 %
; reject: \[16 x .*ptr %kept
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %own = alloca [100 x float], align 4
  %pairs = alloca [100 x { float, i32 }], align 4
  %kept = alloca [100 x float], align 8
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
  %pairs.i = getelementptr [100 x { float, i32 }], ptr %pairs, i64 0, i64 %i, i32 1
  store i32 %x, ptr %pairs.i, align 4
  %kept.i = getelementptr float, ptr %kept, i64 %i
  store float %w, ptr %kept.i, align 4
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %first, label %second
second:
  %j = phi i64 [ 0, %first ], [ %j.next, %second ]
  %sum = phi float [ 0.0, %first ], [ %sum.next, %second ]
  %own.j = getelementptr float, ptr %own, i64 %j
  %a = load float, ptr %own.j, align 4
  %pairs.j = getelementptr [100 x { float, i32 }], ptr %pairs, i64 0, i64 %j, i32 1
  %b = load i32, ptr %pairs.j, align 4
  %b.f = sitofp i32 %b to float
  %kept.j = getelementptr double, ptr %kept, i64 0
  %c = load double, ptr %kept.j, align 8
  %c.f = fptrunc double %c to float
  %ab = fadd float %a, %b.f
  %abc = fadd float %ab, %c.f
  %sum.next = fadd float %sum, %abc
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %second, label %done
done:
  store float %sum.next, ptr %from
  ret void
}
