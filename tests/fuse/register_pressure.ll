; More sums than registers hold: each part makes some of them from beginning to end, as a region of its own. The first is
; two by two of the four by four, for which it reads two numbers of each side.
; until: region_formation
; expect: ^;; #3: .* start region=3
; expect: ^;; #6: .* start region=6
; reject: ^;; #7: .* start
; expect: ^#3\| .* = call float @llvm.fma.f32\(float %[0-9]+, float %[0-9]+, float %sum.0.0\)
; expect: ^#3\| .* = call float @llvm.fma.f32\(float %[0-9]+, float %[0-9]+, float %sum.1.1\)
; reject: ^#3\| .*float %sum.*2
; reject: ^loop\| .*fma
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
declare ptr @lw_fused_shared(ptr) memory(none)
declare float @llvm.fma.f32(float, float, float) memory(none)
@site = external constant i8
@tile = external global [64 x float]

define void @k__fiber(ptr %arguments) {
entry:
  %n = load i32, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %shared = call ptr @lw_fused_shared(ptr @tile)
  %a = getelementptr float, ptr %shared, i32 %x
  %start = sitofp i32 %x to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum.0.0 = phi float [ %start, %entry ], [ %more.1.0.0, %loop ]
  %sum.0.1 = phi float [ %start, %entry ], [ %more.1.0.1, %loop ]
  %sum.0.2 = phi float [ %start, %entry ], [ %more.1.0.2, %loop ]
  %sum.0.3 = phi float [ %start, %entry ], [ %more.1.0.3, %loop ]
  %sum.1.0 = phi float [ %start, %entry ], [ %more.1.1.0, %loop ]
  %sum.1.1 = phi float [ %start, %entry ], [ %more.1.1.1, %loop ]
  %sum.1.2 = phi float [ %start, %entry ], [ %more.1.1.2, %loop ]
  %sum.1.3 = phi float [ %start, %entry ], [ %more.1.1.3, %loop ]
  %sum.2.0 = phi float [ %start, %entry ], [ %more.1.2.0, %loop ]
  %sum.2.1 = phi float [ %start, %entry ], [ %more.1.2.1, %loop ]
  %sum.2.2 = phi float [ %start, %entry ], [ %more.1.2.2, %loop ]
  %sum.2.3 = phi float [ %start, %entry ], [ %more.1.2.3, %loop ]
  %sum.3.0 = phi float [ %start, %entry ], [ %more.1.3.0, %loop ]
  %sum.3.1 = phi float [ %start, %entry ], [ %more.1.3.1, %loop ]
  %sum.3.2 = phi float [ %start, %entry ], [ %more.1.3.2, %loop ]
  %sum.3.3 = phi float [ %start, %entry ], [ %more.1.3.3, %loop ]
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %a.at.0.0 = getelementptr float, ptr %a, i32 0
  %a.0.0 = load float, ptr %a.at.0.0
  %a.at.0.1 = getelementptr float, ptr %a, i32 1
  %a.0.1 = load float, ptr %a.at.0.1
  %a.at.0.2 = getelementptr float, ptr %a, i32 2
  %a.0.2 = load float, ptr %a.at.0.2
  %a.at.0.3 = getelementptr float, ptr %a, i32 3
  %a.0.3 = load float, ptr %a.at.0.3
  %b.at.0.0 = getelementptr float, ptr %a, i32 8
  %b.0.0 = load float, ptr %b.at.0.0
  %b.at.0.1 = getelementptr float, ptr %a, i32 9
  %b.0.1 = load float, ptr %b.at.0.1
  %b.at.0.2 = getelementptr float, ptr %a, i32 10
  %b.0.2 = load float, ptr %b.at.0.2
  %b.at.0.3 = getelementptr float, ptr %a, i32 11
  %b.0.3 = load float, ptr %b.at.0.3
  %more.0.0.0 = call float @llvm.fma.f32(float %a.0.0, float %b.0.0, float %sum.0.0)
  %more.0.0.1 = call float @llvm.fma.f32(float %a.0.0, float %b.0.1, float %sum.0.1)
  %more.0.0.2 = call float @llvm.fma.f32(float %a.0.0, float %b.0.2, float %sum.0.2)
  %more.0.0.3 = call float @llvm.fma.f32(float %a.0.0, float %b.0.3, float %sum.0.3)
  %more.0.1.0 = call float @llvm.fma.f32(float %a.0.1, float %b.0.0, float %sum.1.0)
  %more.0.1.1 = call float @llvm.fma.f32(float %a.0.1, float %b.0.1, float %sum.1.1)
  %more.0.1.2 = call float @llvm.fma.f32(float %a.0.1, float %b.0.2, float %sum.1.2)
  %more.0.1.3 = call float @llvm.fma.f32(float %a.0.1, float %b.0.3, float %sum.1.3)
  %more.0.2.0 = call float @llvm.fma.f32(float %a.0.2, float %b.0.0, float %sum.2.0)
  %more.0.2.1 = call float @llvm.fma.f32(float %a.0.2, float %b.0.1, float %sum.2.1)
  %more.0.2.2 = call float @llvm.fma.f32(float %a.0.2, float %b.0.2, float %sum.2.2)
  %more.0.2.3 = call float @llvm.fma.f32(float %a.0.2, float %b.0.3, float %sum.2.3)
  %more.0.3.0 = call float @llvm.fma.f32(float %a.0.3, float %b.0.0, float %sum.3.0)
  %more.0.3.1 = call float @llvm.fma.f32(float %a.0.3, float %b.0.1, float %sum.3.1)
  %more.0.3.2 = call float @llvm.fma.f32(float %a.0.3, float %b.0.2, float %sum.3.2)
  %more.0.3.3 = call float @llvm.fma.f32(float %a.0.3, float %b.0.3, float %sum.3.3)
  %a.at.1.0 = getelementptr float, ptr %a, i32 16
  %a.1.0 = load float, ptr %a.at.1.0
  %a.at.1.1 = getelementptr float, ptr %a, i32 17
  %a.1.1 = load float, ptr %a.at.1.1
  %a.at.1.2 = getelementptr float, ptr %a, i32 18
  %a.1.2 = load float, ptr %a.at.1.2
  %a.at.1.3 = getelementptr float, ptr %a, i32 19
  %a.1.3 = load float, ptr %a.at.1.3
  %b.at.1.0 = getelementptr float, ptr %a, i32 24
  %b.1.0 = load float, ptr %b.at.1.0
  %b.at.1.1 = getelementptr float, ptr %a, i32 25
  %b.1.1 = load float, ptr %b.at.1.1
  %b.at.1.2 = getelementptr float, ptr %a, i32 26
  %b.1.2 = load float, ptr %b.at.1.2
  %b.at.1.3 = getelementptr float, ptr %a, i32 27
  %b.1.3 = load float, ptr %b.at.1.3
  %more.1.0.0 = call float @llvm.fma.f32(float %a.1.0, float %b.1.0, float %more.0.0.0)
  %more.1.0.1 = call float @llvm.fma.f32(float %a.1.0, float %b.1.1, float %more.0.0.1)
  %more.1.0.2 = call float @llvm.fma.f32(float %a.1.0, float %b.1.2, float %more.0.0.2)
  %more.1.0.3 = call float @llvm.fma.f32(float %a.1.0, float %b.1.3, float %more.0.0.3)
  %more.1.1.0 = call float @llvm.fma.f32(float %a.1.1, float %b.1.0, float %more.0.1.0)
  %more.1.1.1 = call float @llvm.fma.f32(float %a.1.1, float %b.1.1, float %more.0.1.1)
  %more.1.1.2 = call float @llvm.fma.f32(float %a.1.1, float %b.1.2, float %more.0.1.2)
  %more.1.1.3 = call float @llvm.fma.f32(float %a.1.1, float %b.1.3, float %more.0.1.3)
  %more.1.2.0 = call float @llvm.fma.f32(float %a.1.2, float %b.1.0, float %more.0.2.0)
  %more.1.2.1 = call float @llvm.fma.f32(float %a.1.2, float %b.1.1, float %more.0.2.1)
  %more.1.2.2 = call float @llvm.fma.f32(float %a.1.2, float %b.1.2, float %more.0.2.2)
  %more.1.2.3 = call float @llvm.fma.f32(float %a.1.2, float %b.1.3, float %more.0.2.3)
  %more.1.3.0 = call float @llvm.fma.f32(float %a.1.3, float %b.1.0, float %more.0.3.0)
  %more.1.3.1 = call float @llvm.fma.f32(float %a.1.3, float %b.1.1, float %more.0.3.1)
  %more.1.3.2 = call float @llvm.fma.f32(float %a.1.3, float %b.1.2, float %more.0.3.2)
  %more.1.3.3 = call float @llvm.fma.f32(float %a.1.3, float %b.1.3, float %more.0.3.3)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %out.0.0 = getelementptr float, ptr %arguments, i32 16
  store float %more.1.0.0, ptr %out.0.0
  %out.0.1 = getelementptr float, ptr %arguments, i32 17
  store float %more.1.0.1, ptr %out.0.1
  %out.0.2 = getelementptr float, ptr %arguments, i32 18
  store float %more.1.0.2, ptr %out.0.2
  %out.0.3 = getelementptr float, ptr %arguments, i32 19
  store float %more.1.0.3, ptr %out.0.3
  %out.1.0 = getelementptr float, ptr %arguments, i32 20
  store float %more.1.1.0, ptr %out.1.0
  %out.1.1 = getelementptr float, ptr %arguments, i32 21
  store float %more.1.1.1, ptr %out.1.1
  %out.1.2 = getelementptr float, ptr %arguments, i32 22
  store float %more.1.1.2, ptr %out.1.2
  %out.1.3 = getelementptr float, ptr %arguments, i32 23
  store float %more.1.1.3, ptr %out.1.3
  %out.2.0 = getelementptr float, ptr %arguments, i32 24
  store float %more.1.2.0, ptr %out.2.0
  %out.2.1 = getelementptr float, ptr %arguments, i32 25
  store float %more.1.2.1, ptr %out.2.1
  %out.2.2 = getelementptr float, ptr %arguments, i32 26
  store float %more.1.2.2, ptr %out.2.2
  %out.2.3 = getelementptr float, ptr %arguments, i32 27
  store float %more.1.2.3, ptr %out.2.3
  %out.3.0 = getelementptr float, ptr %arguments, i32 28
  store float %more.1.3.0, ptr %out.3.0
  %out.3.1 = getelementptr float, ptr %arguments, i32 29
  store float %more.1.3.1, ptr %out.3.1
  %out.3.2 = getelementptr float, ptr %arguments, i32 30
  store float %more.1.3.2, ptr %out.3.2
  %out.3.3 = getelementptr float, ptr %arguments, i32 31
  store float %more.1.3.3, ptr %out.3.3
  ret void
}
