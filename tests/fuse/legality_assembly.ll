; Inline assembly.
; refuse: k: it has inline assembly

define void @k__fiber(ptr %arguments) {
  call void asm sideeffect "nop", ""()
  ret void
}
