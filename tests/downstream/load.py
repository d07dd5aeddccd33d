"""Lanewise from Python, without a line of C: on every device copies bytes there and back. usage: load.py LIBRARY"""
import ctypes
import sys

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2  # lw_memcpy_kind

lanewise = ctypes.CDLL(sys.argv[1])  # by dlopen(): Python does not link it
lanewise.lw_last_error_message.restype = ctypes.c_char_p
lanewise.lw_last_error_message.argtypes = [ctypes.c_void_p]


def call(name, *arguments):
    if getattr(lanewise, name)(*arguments) != 0:
        sys.exit(f"{name}: {lanewise.lw_last_error_message(None).decode()}")


def copy_there_and_back(name):
    device, memory, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t(1000)
    sent = ctypes.create_string_buffer(bytes(i % 251 for i in range(1000)), 1000)
    received = ctypes.create_string_buffer(1000)
    call("lw_device_open", ctypes.byref(device), name.encode())
    call("lw_malloc", device, ctypes.byref(memory), size)
    call("lw_memcpy", device, memory, sent, size, HOST_TO_DEVICE)
    call("lw_memset", device, memory, 7, ctypes.c_size_t(10))
    call("lw_memcpy", device, received, memory, size, DEVICE_TO_HOST)
    call("lw_device_close", device)
    if received.raw != b"\7" * 10 + sent.raw[10:]:
        sys.exit(f"{name}: other bytes came back")
    print(f"{name}: 1000 bytes there and back")


count = ctypes.c_int()
call("lw_device_count", ctypes.byref(count))
for number in range(count.value):
    copy_there_and_back("cpu" if number == 0 else f"cuda:{number - 1}")
