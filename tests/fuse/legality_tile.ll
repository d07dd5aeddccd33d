; The size of a tile that waits is a number of the program's.
; refuse: k: the size of a tile is chosen as it runs
%emu_site = type { ptr, i32, ptr }
@site = internal constant %emu_site zeroinitializer
declare void @lw_fused_tile(i32, ptr) convergent

define void @k__fiber(ptr %arguments) {
  %size = load i32, ptr %arguments
  call void @lw_fused_tile(i32 %size, ptr @site)
  ret void
}
