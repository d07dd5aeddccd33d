; Two waits in one block: three blocks.
; until: barrier_isolation
; expect: ^;; .*number=1 sync=barrier operation=0
; expect: ^;; .*number=2 sync=barrier operation=1
; expect: ^#0\| call void @lw_fused_bring\(i32 0, i64 0, i32 0\)
; expect: ^#1\| .*call i64 @lw_fused_result\(\)
; expect: ^#1\| call void @lw_fused_bring\(i32 0, i64 2, i32 0\)
; reject: call .*@lw_fused_barrier
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  store i32 1, ptr %out
  %a = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 2, ptr %out
  %p = load i32, ptr %out
  %b = call i64 @lw_fused_barrier(i32 %p, ptr @site)
  store i64 %b, ptr %out
  ret void
}
