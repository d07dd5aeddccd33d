/* Stack switching for the System V calling convention of x86-64: rbx, rbp and r12 to r15 are preserved. */
#ifndef EMU_FIBER_UCONTEXT
    .text

/* void emu_fiber_switch(void **from, void *to) */
    .globl emu_fiber_switch
    .hidden emu_fiber_switch
    .type emu_fiber_switch, @function
    .p2align 4
emu_fiber_switch:
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmp *%rcx
    .cfi_endproc
    .size emu_fiber_switch, . - emu_fiber_switch

/* void emu_fiber_jump(void *to) */
    .globl emu_fiber_jump
    .hidden emu_fiber_jump
    .type emu_fiber_jump, @function
    .p2align 4
emu_fiber_jump:
    .cfi_startproc
    movq %rdi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmp *%rcx
    .cfi_endproc
    .size emu_fiber_jump, . - emu_fiber_jump

/* First code of a new context: rbx is the entry, r12 its argument. It has no caller, so a debugger's backtrace ends here. */
    .globl emu_fiber_start
    .hidden emu_fiber_start
    .type emu_fiber_start, @function
    .p2align 4
emu_fiber_start:
    .cfi_startproc
    .cfi_undefined rip
    movq %r12, %rdi
    xorl %ebp, %ebp
    call *%rbx
    ud2
    .cfi_endproc
    .size emu_fiber_start, . - emu_fiber_start
#endif

    .section .note.GNU-stack, "", @progbits
