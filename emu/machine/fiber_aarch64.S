/* Stack switching for the AAPCS64: x19 to x29, the link register and the low halves of v8 to v15 are preserved. */
#ifndef EMU_FIBER_UCONTEXT

    .text

/* void emu_fiber_switch(void **from, void *to) */
    .globl emu_fiber_switch
    .hidden emu_fiber_switch
    .type emu_fiber_switch, %function
    .p2align 4
emu_fiber_switch:
    .cfi_startproc
    sub sp, sp, #160
    stp x19, x20, [sp]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov x0, x1
    b emu_fiber_jump
    .cfi_endproc
    .size emu_fiber_switch, . - emu_fiber_switch

/* void emu_fiber_jump(void *to) */
    .globl emu_fiber_jump
    .hidden emu_fiber_jump
    .type emu_fiber_jump, %function
    .p2align 4
emu_fiber_jump:
    .cfi_startproc
    mov sp, x0
    ldp x19, x20, [sp]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret /* not br: with branch target identification only a return may go to the instruction after a call */
    .cfi_endproc
    .size emu_fiber_jump, . - emu_fiber_jump

/* First code of a new context: x19 is the entry, x20 its argument. It has no caller, so a debugger's backtrace ends here. */
    .globl emu_fiber_start
    .hidden emu_fiber_start
    .type emu_fiber_start, %function
    .p2align 4
emu_fiber_start:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x20
    mov x29, xzr
    mov x30, xzr
    blr x19
    brk #1
    .cfi_endproc
    .size emu_fiber_start, . - emu_fiber_start
#endif

    .section .note.GNU-stack, "", %progbits
