; Addresses that depend on data: a table of 64 words holds what was added, with the word's address as its key. Addresses that
; each thread has for itself get none.
; expect: alloca \[64 x i64\]
; expect: alloca \[64 x i32\]
; expect: call void @llvm\.memset\.p0\.i64\(ptr align 64 %[0-9]+, i8 0, i64 512, i1 false\)
; expect: and i64 %[0-9]+, 252
; expect: inttoptr i64 %[0-9]+ to ptr
; reject: alloca \[.* x float\]
declare i32 @lw_fused_thread_x() memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)
declare float @emu_atomic_add_f32(ptr, float)

define void @k__fiber(ptr %arguments) {
  %in = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %bins = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %in, i32 %x
  %bin = load i32, ptr %at
  %word = getelementptr i32, ptr %bins, i32 %bin
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 7)
  ret void
}

define void @own__fiber(ptr %arguments) {
  %bins = load ptr, ptr %arguments
  %x = call i32 @lw_fused_thread_x()
  %word = getelementptr float, ptr %bins, i32 %x
  %old = call float @emu_atomic_add_f32(ptr %word, float 7.0)
  ret void
}
