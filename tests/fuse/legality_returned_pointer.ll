; A lock by an exchange that answers through a pointer: how often the loop runs depends on what it finds there.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare void @emu_atomic_exchange(ptr, ptr, ptr, i64)
declare void @emu_atomic_store(ptr, ptr, i64)

define void @k__fiber(ptr %arguments) {
entry:
  %old = alloca i32
  %word = alloca i32
  %lock = load ptr, ptr %arguments
  store i32 1, ptr %word
  br label %try
try:
  call void @emu_atomic_exchange(ptr %lock, ptr %word, ptr %old, i64 4)
  %found = load i32, ptr %old
  %taken = icmp ne i32 %found, 0
  br i1 %taken, label %try, label %mine
mine:
  store i32 0, ptr %word
  call void @emu_atomic_store(ptr %lock, ptr %word, i64 4)
  ret void
}
