; A lock: each lane waits until another has set it free.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_cas_u32(ptr, i32, i32)
declare i32 @emu_atomic_exch_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %lock = load ptr, ptr %arguments
  br label %try
try:
  %old = call i32 @emu_atomic_cas_u32(ptr %lock, i32 0, i32 1)
  %taken = icmp ne i32 %old, 0
  br i1 %taken, label %try, label %mine
mine:
  %gone = call i32 @emu_atomic_exch_u32(ptr %lock, i32 0)
  ret void
}
