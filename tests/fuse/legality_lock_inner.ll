; A lock whose loop ends within what its holder does, behind a branch that an atomic decides, too; the text has the
; inner branch first.
; refuse: k: how often a loop runs depends on memory that other threads may write meanwhile
declare i32 @emu_atomic_cas_u32(ptr, i32, i32)
declare i32 @emu_atomic_exch_u32(ptr, i32)

define void @k__fiber(ptr %arguments) {
entry:
  %lock = load ptr, ptr %arguments
  br label %try
mine:
  %n = call i32 @emu_atomic_exch_u32(ptr %lock, i32 2)
  %odd = trunc i32 %n to i1
  br i1 %odd, label %extra, label %behind
extra:
  store volatile i32 %n, ptr %lock
  br label %behind
behind:
  %gone = call i32 @emu_atomic_exch_u32(ptr %lock, i32 0)
  br label %ends
ends:
  %late = icmp ugt i32 %i, 10
  br i1 %late, label %out, label %next
try:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %old = call i32 @emu_atomic_cas_u32(ptr %lock, i32 0, i32 1)
  %got = icmp eq i32 %old, 0
  br i1 %got, label %mine, label %next
next:
  %i.next = add i32 %i, 1
  br label %try
out:
  ret void
}
