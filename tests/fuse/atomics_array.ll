; An element of an array in shared memory is known to be there, one of an array that the kernel was given is not, but
; for its block alone; of a pointer from memory that is asked.
; expect: icmp ult i64
; expect: call i32 @emu_atomic_add_u32
; expect: ^ *%[0-9]+ = and i64 %[0-9]+, 3
; expect: atomicrmw add ptr %[0-9]+, i32 1 monotonic
; reject: atomicrmw .* 2 monotonic
; reject: atomicrmw .*umin
; reject: call .*@lw_fused_
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)
declare i32 @emu_atomic_add_block_u32(ptr, i32)
declare i32 @emu_atomic_min_u32(ptr, i32)
@record = external global i8

define void @k__fiber(ptr %arguments) {
entry:
  %other = load ptr, ptr %arguments
  %bins = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %own = getelementptr i32, ptr %bins, i32 %x
  %old = call i32 @emu_atomic_add_u32(ptr %own, i32 2)
  %theirs = getelementptr i32, ptr %other, i32 %x
  %before = call i32 @emu_atomic_add_u32(ptr %theirs, i32 1)
  %alone = call i32 @emu_atomic_add_block_u32(ptr %theirs, i32 2)
  %least = call i32 @emu_atomic_min_u32(ptr %theirs, i32 7)
  %link = load ptr, ptr %other
  %far = getelementptr i32, ptr %link, i32 %x
  %back = call i32 @emu_atomic_add_u32(ptr %far, i32 2)
  ret void
}
