; A load and a store that may be at the word to which the thread adds before: the load finds what the thread has added, the
; store overwrites it, by a comparison of addresses. The atomic is done once, after the loop.
; expect: icmp eq ptr %[0-9]+, %[0-9]+
; expect: add i32 %[0-9]+, %[0-9]+
; expect: select i1 %[0-9]+, i32 0, i32 %[0-9]+
; reject: atomicrmw add ptr %[0-9]+, i32 11
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %third
  %x = call i32 @lw_fused_thread_x()
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 11)
  %from = getelementptr i32, ptr %other, i32 %x
  %value = load i32, ptr %from
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %value, ptr %at
  ret void
}
