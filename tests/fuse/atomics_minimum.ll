; The least of an array that the kernel was given, which no one instruction makes: nothing is asked first.
; expect: call i32 @emu_atomic_min_u32
; reject: ptrtoint
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_min_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %other = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %theirs = getelementptr i32, ptr %other, i32 %x
  %least = call i32 @emu_atomic_min_u32(ptr %theirs, i32 7)
  ret void
}
