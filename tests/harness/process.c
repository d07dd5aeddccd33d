/* The second process of a case. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

extern char **environ;

static const char variable[] = "LANEWISE_TEST_PROCESS"; /* the number of the socket's descriptor */

bool process_started_this(struct process *other)
{
    const char *number = getenv(variable);
    *other = (struct process){.socket = number ? atoi(number) : -1};
    return number;
}

static void set_limit(struct test *t, int socket)
{
    struct timeval limit = {.tv_sec = 10 * (t->slow ? t->slow : 1)};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

void process_start(struct test *t, struct process *other)
{
    int ends[2];
    char number[16], slow[16], path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    *other = (struct process){.socket = -1};
    CHECK(length > 0);
    path[length] = 0;
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    set_limit(t, ends[0]);
    set_limit(t, ends[1]);
    snprintf(number, sizeof number, "%d", ends[1]);
    snprintf(slow, sizeof slow, "%u", t->slow ? t->slow : 1);
    setenv(variable, number, 1);
    const char *wrapper =
        getenv("MESON_EXE_WRAPPER"); /* the program is for another processor: it has no words of its own */
    char *arguments[] = {path, (char *)"--case", (char *)t->name, (char *)"--slow", slow, NULL};
    int error = wrapper && *wrapper ? ENOTSUP : posix_spawn(&other->id, path, NULL, NULL, arguments, environ);
    unsetenv(variable);
    close(ends[1]);
    other->socket = ends[0];
    if (error == ENOTSUP) {
        close(ends[0]);
        SKIP("a second process is not started by a wrapper");
    }
    CHECK_EQUAL(error, 0);
}

void process_end(struct test *t, struct process *other)
{
    int status = -1;
    close(other->socket);
    if (!other->id)
        return;
    if (t->failed)
        kill(other->id, SIGKILL);
    pid_t ended = waitpid(other->id, &status, 0);
    other->id = 0;
    CHECK(t->failed || (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == TEST_PASSED));
}

void process_send(struct test *t, const struct process *other, const void *data, size_t size, int descriptor)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {.room = {0}};
    struct iovec bytes = {(void *)(uintptr_t)data, size};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control.room;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        *header = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof descriptor), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    CHECK_EQUAL(sendmsg(other->socket, &message, MSG_NOSIGNAL), (ssize_t)size);
}

void process_receive(struct test *t, const struct process *other, void *data, size_t size, int *descriptor)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec bytes = {data, size};
    struct msghdr message = {
        .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    CHECK_EQUAL(recvmsg(other->socket, &message, MSG_CMSG_CLOEXEC), (ssize_t)size);
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (descriptor)
        *descriptor = -1;
    if (descriptor && header && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
}

void process_tell(struct test *t, const struct process *other)
{
    process_send(t, other, "", 1, -1);
}

void process_wait(struct test *t, const struct process *other)
{
    char byte;
    process_receive(t, other, &byte, 1, NULL);
}
