; An increment without a limit is an addition; one with a limit stays.
; until: atomic_increment
; expect: call i32 @emu_atomic_add_u32\(ptr %word, i32 1\)
; expect: call i32 @emu_atomic_add_block_u32\(ptr %word, i32 -1\)
; expect: call i32 @emu_atomic_inc_u32\(ptr %word, i32 9\)
; reject: emu_atomic_dec_block_u32
declare i32 @emu_atomic_inc_u32(ptr, i32)
declare i32 @emu_atomic_dec_block_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %up = call i32 @emu_atomic_inc_u32(ptr %word, i32 -1)
  %down = call i32 @emu_atomic_dec_block_u32(ptr %word, i32 -1)
  %limited = call i32 @emu_atomic_inc_u32(ptr %word, i32 9)
  ret void
}
