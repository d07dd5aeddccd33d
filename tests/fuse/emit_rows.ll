; Where nobody asks for y or z, rows are counted through: one loop over all of them, not one in the other.
; expect: %[0-9]+ = mul nuw i32 %[0-9]+, %[0-9]+$
; reject: %[0-9]+ = mul i32 %
declare i32 @lw_fused_thread_x() memory(none)

define void @k__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %x, ptr %at
  ret void
}
