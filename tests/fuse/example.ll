; The example of emu/fuse/README.md: each thread of a block stores a number to shared memory, and reads its neighbour's.
; until: slot_liveness
; expect: ^;; entry: number=1 .* sync=barrier start region=1
; expect: ^;; entry divergent: %other %next %read %half$
; expect: ^;; slot out \(ptr\): uniform, at 8, 8 bytes, live in 1$
; reject: by thread
@tile = internal global { i64, i64, i64, i64, i64, i64 } { i64 0, i64 0, i64 1024, i64 4, i64 0, i64 0 }, section "lw_shared"
@site = external constant i8
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i64 @lw_fused_barrier(i32, ptr) convergent

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %from = getelementptr float, ptr %out, i32 %x
  %in = load float, ptr %from
  %tile = call ptr @lw_fused_shared(ptr @tile)
  %own = getelementptr float, ptr %tile, i32 %x
  store float %in, ptr %own
  %barrier = call i64 @lw_fused_barrier(i32 0, ptr @site)
  %other = xor i32 %x, 1
  %next = getelementptr float, ptr %tile, i32 %other
  %read = load float, ptr %next
  %half = fmul float %read, 0.5
  store float %half, ptr %from
  ret void
}
