; Tries an exchange until nobody else was faster: with what it found last, or loads again. It may end before.
; report: ^found: fused: .
; report: ^loaded: fused: .
; report: ^most: fused: .
; report: ^same: fibers: how often a loop runs depends on memory that other threads may write meanwhile
; report: ^first: fibers: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_cas_u32(ptr, i32, i32)

define void @found__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %begin = load i32, ptr %out
  br label %try
try:
  %expected = phi i32 [ %begin, %entry ], [ %old, %try ]
  %new = mul i32 %expected, 3
  %old = call i32 @emu_atomic_cas_u32(ptr %out, i32 %expected, i32 %new)
  %failed = icmp ne i32 %old, %expected
  br i1 %failed, label %try, label %done
done:
  ret void
}

define void @loaded__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  br label %try
try:
  %expected = load volatile i32, ptr %out
  %new = mul i32 %expected, 3
  %old = call i32 @emu_atomic_cas_u32(ptr %out, i32 %expected, i32 %new)
  %won = icmp eq i32 %expected, %old
  br i1 %won, label %done, label %try
done:
  ret void
}

define void @most__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %mine.at = getelementptr i8, ptr %arguments, i64 8
  %mine = load i32, ptr %mine.at
  %begin = load i32, ptr %out
  br label %look
look:
  %expected = phi i32 [ %begin, %entry ], [ %old, %try ]
  %less = icmp ult i32 %expected, %mine
  br i1 %less, label %try, label %done
try:
  %old = call i32 @emu_atomic_cas_u32(ptr %out, i32 %expected, i32 %mine)
  %won = icmp eq i32 %old, %expected
  br i1 %won, label %done, label %look
done:
  ret void
}

; A lock: it expects the same each time.
define void @same__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  %open = load i32, ptr %arguments
  br label %try
try:
  %old = call i32 @emu_atomic_cas_u32(ptr %out, i32 %open, i32 1)
  %won = icmp eq i32 %old, %open
  br i1 %won, label %done, label %try
done:
  ret void
}

; Another: in turns that find it taken it does not try.
define void @first__fiber(ptr %arguments) {
entry:
  %out = load ptr, ptr %arguments
  br label %look
look:
  %expected = load volatile i32, ptr %out
  %taken = icmp ne i32 %expected, 0
  br i1 %taken, label %again, label %try
try:
  %old = call i32 @emu_atomic_cas_u32(ptr %out, i32 %expected, i32 1)
  %won = icmp eq i32 %old, %expected
  br i1 %won, label %done, label %again
again:
  br label %look
done:
  ret void
}
