; Atomics that stay where they are, since the thread could see that one is late: it loads or stores what may be a part of the
; word, or uses another atomic on it; a fence orders it; what it returns is used. 11, 12 ... are the values that are added.
; expect: atomicrmw add ptr %[0-9]+, i32 11 monotonic
; expect: atomicrmw add ptr %[0-9]+, i32 12 monotonic
; expect: atomicrmw add ptr %[0-9]+, i32 13 monotonic
; expect: atomicrmw add ptr %[0-9]+, i32 14 monotonic
; expect: atomicrmw add ptr %[0-9]+, i32 15 monotonic
; expect: atomicrmw add ptr %[0-9]+, i32 16 monotonic
; reject: atomicrmw add ptr %[0-9]+, i32 2[0-9] monotonic
declare i32 @lw_fused_thread_x() memory(none)
declare ptr @lw_fused_shared(ptr) memory(none)
declare i32 @emu_atomic_add_u32(ptr, i32)
declare i32 @emu_atomic_max_u32(ptr, i32)
declare void @emu_threadfence()
@record = external global i8

define void @loads__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %third = getelementptr i8, ptr %arguments, i64 16
  %out = load ptr, ptr %third
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 11)
  %part = load i8, ptr %other
  %value = zext i8 %part to i32
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %out, i32 %x
  store i32 %value, ptr %at
  ret void
}

define void @stores__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %other, i32 %x
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 12)
  store i64 5, ptr %at
  ret void
}

define void @fences__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 13)
  call void @emu_threadfence()
  ret void
}

define void @uses__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %out = load ptr, ptr %second
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 14)
  %at = getelementptr i32, ptr %out, i32 %old
  store i32 5, ptr %at
  ret void
}

; In a loop each comes after the other.
define void @turns__fiber(ptr %arguments) {
entry:
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  br label %turn
turn:
  %left = phi i32 [ %x, %entry ], [ %next, %turn ]
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 15)
  %most = call i32 @emu_atomic_max_u32(ptr %other, i32 %left)
  %next = lshr i32 %left, 1
  %more = icmp ne i32 %next, 0
  br i1 %more, label %turn, label %done
done:
  ret void
}

; The maximum is of an address of the thread's own, so it is done at once: the sum before it, too.
define void @before__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %other, i32 %x
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 16)
  %most = call i32 @emu_atomic_max_u32(ptr %at, i32 3)
  ret void
}

; These may: loads come before; other memory is not the word; the maximum is late, too, and after the sum.
define void @late__fiber(ptr %arguments) {
  %word = load ptr, ptr %arguments
  %second = getelementptr i8, ptr %arguments, i64 8
  %other = load ptr, ptr %second
  %own = call ptr @lw_fused_shared(ptr @record)
  %x = call i32 @lw_fused_thread_x()
  %at = getelementptr i32, ptr %other, i32 %x
  %value = load i32, ptr %at
  %old = call i32 @emu_atomic_add_u32(ptr %word, i32 21)
  %most = call i32 @emu_atomic_max_u32(ptr %other, i32 %value)
  %mine = getelementptr i32, ptr %own, i32 %x
  store i32 %value, ptr %mine
  ret void
}
