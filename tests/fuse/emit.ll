; Every kernel has a table, fused or not; what is no kernel has none.
; report: fused: fused: 2 regions
; report: fibers: fibers: it has inline assembly
; report: nothing: fused: 1 region
; expect: ^@fused__fused_0 =
; expect: ^@fibers__fused_0 =
; expect: ^@nothing__fused_0 =
; The functions for lanes that have gone apart are compiled soon, not well.
; expect: ^attributes #[0-9]+ = \{ cold nounwind null_pointer_is_valid \}
; reject: @twice
; reject: call .*@lw_fused_
; reject: __fiber
declare i32 @lw_fused_thread_x() memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent
@site = external constant i8

define void @fused__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  %own = call i32 @twice(i32 %x)
  store i32 %own, ptr %at
  %b = call i64 @lw_fused_barrier(i32 0, ptr @site)
  store i32 %own, ptr %at
  ret void
}

define i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}

define void @fibers__fiber(ptr %arguments) {
  call void asm sideeffect "nop", ""()
  ret void
}

define void @nothing__fiber(ptr %arguments) {
  ret void
}
