; A wait in a loop; a phi behind it still names the block that comes to it.
; until: barrier_isolation
; expect: ^;; loop: number=2 sync=barrier
; expect: ^#1\| .* = phi i32 \[ 0, %entry \], \[ %next, %loop \]
; expect: ^#1\| store
; expect: ^#1\| call void @lw_fused_bring
; expect: ^loop\| .*call i64 @lw_fused_result
; expect: ^loop\| br i1 .*, label %1, label %done
; reject: ^loop\| store
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %words = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %words, i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %at
  %wait = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  ret void
}
