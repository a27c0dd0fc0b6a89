/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setitimer */

#include "host/fork_server.h"

#include "host/compat.h"
#include "host/stop.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#if COMPAT_HAS_FORK

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { FILE_READ, FILE_OUTPUT, FILES }; /* that come with a request */

typedef struct Order {
    int niceness; /* of the child */
    char name[FORK_SERVER_MAX_NAME];
} Order;

/* The files come with the first byte of the order. */
typedef struct Request {
    Order order;
    struct iovec bytes;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(FILES * sizeof(int))];
    struct msghdr message;
} Request;

static void init_request(Request *request)
{
    memset(request, 0, sizeof *request);
    request->bytes.iov_base = &request->order;
    request->bytes.iov_len = sizeof request->order;
    request->message.msg_iov = &request->bytes;
    request->message.msg_iovlen = 1;
    request->message.msg_control = request->control;
    request->message.msg_controllen = sizeof request->control;
}

static void close_files(const int *files)
{
    for (int i = 0; i < FILES; i++) {
        if (files[i] >= 0)
            close(files[i]);
    }
}

/* Returns 0, or -1 at the end of the socket. */
static int receive_rest(char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t count = read(STDIN_FILENO, bytes, size);

        if (count == 0 || (count < 0 && errno != EINTR))
            return -1;
        bytes += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return 0;
}

/* Files are -1 if there was no descriptor for them. */
static int receive(Request *request, int *files)
{
    struct cmsghdr *header;
    ssize_t count;

    files[FILE_READ] = files[FILE_OUTPUT] = -1;
    init_request(request);
    do {
        count = recvmsg(STDIN_FILENO, &request->message, 0);
    } while (count < 0 && errno == EINTR);
    if (count <= 0)
        return -1;
    header = CMSG_FIRSTHDR(&request->message);
    if (header != NULL && header->cmsg_type == SCM_RIGHTS)
        memcpy(files, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
    return receive_rest((char *)&request->order + count,
                        sizeof request->order - (size_t)count);
}

static void end_without_reader(int number)
{
    struct pollfd output = {STDOUT_FILENO, 0, 0};
    int error = errno;

    (void)number;
    if (poll(&output, 1, 0) > 0)
        _exit(EXIT_FAILURE);
    errno = error;
}

static void watch_reader(void)
{
    struct sigaction action = {.sa_handler = end_without_reader,
                               .sa_flags = SA_RESTART};
    struct timeval interval = {0, STOP_POLL_MS * 1000L};
    struct itimerval timer = {interval, interval};

    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void run_job(ForkJob *job, const Request *request, const int *files)
{
    while (dup2(files[FILE_OUTPUT], STDOUT_FILENO) < 0) {
        if (errno != EINTR && errno != EBUSY)
            return;
    }
    close(files[FILE_OUTPUT]);
    close(STDIN_FILENO);
    watch_reader();
    setpriority(PRIO_PROCESS, 0, request->order.niceness);
    job(request->order.name, files[FILE_READ]);
}

/* The signals that end the program are its own affair: its end is the end of
   the socket. */
static int serve(void *context)
{
    ForkJob *const *job = context;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    static const int ignored[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGCHLD};
    Request request;
    int files[FILES];

    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        sigaction(ignored[i], &ignore, NULL);
    while (receive(&request, files) == 0) {
        if (files[FILE_OUTPUT] >= 0 && fork() == 0) {
            run_job(*job, &request, files);
            _exit(EXIT_SUCCESS);
        }
        close_files(files);
    }
    return EXIT_SUCCESS;
}

static void limit(int resource, rlim_t max)
{
    struct rlimit now;

    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > max)
        now.rlim_max = max;
    now.rlim_cur = now.rlim_max;
    setrlimit(resource, &now);
}

/* Sets no limit if the system does not tell how much memory is in use, and
   none under sanitizers, which reserve all addresses. */
static void limit_memory(int max_megabytes)
{
#ifndef RIPPLE_SANITIZED
    FILE *file = fopen("/proc/self/statm", "r");
    char line[128];
    unsigned long pages;

    if (file == NULL)
        return;
    if (fgets(line, sizeof line, file) != NULL &&
        (pages = strtoul(line, NULL, 10)) > 0)
        limit(RLIMIT_AS, (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) +
                             ((rlim_t)max_megabytes << 20));
    fclose(file);
#else
    (void)max_megabytes;
#endif
}

void fork_server_limit(int max_seconds, int max_megabytes)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)max_seconds);
    limit_memory(max_megabytes);
}

int fork_server_start(Child *server, ForkJob *job)
{
    ChildPlan plan = {.run = serve, .context = &job, .has_socket = 1};

    return child_start(server, &plan);
}

static int send_request(int socket, const char *name, int *files)
{
    Request request;
    struct cmsghdr *header;
    ssize_t count;

    init_request(&request);
    request.order.niceness = getpriority(PRIO_PROCESS, 0);
    memcpy(request.order.name, name, strlen(name));
    header = CMSG_FIRSTHDR(&request.message);
    assert(header != NULL); /* init_request makes room for one */
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(FILES * sizeof *files);
    memcpy(CMSG_DATA(header), files, FILES * sizeof *files);
    do {
        count = sendmsg(socket, &request.message, MSG_NOSIGNAL);
    } while (count < 0 && errno == EINTR);
    return count == (ssize_t)sizeof request.order ? 0 : -1;
}

int fork_server_ask(const Child *server, const char *name, int file)
{
    int ends[2], files[FILES] = {file}, result, error;

    if (strlen(name) >= FORK_SERVER_MAX_NAME) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (pipe(ends) != 0)
        return -1;
    files[FILE_OUTPUT] = ends[1];
    result = fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (result == 0)
        result = fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    if (result == 0)
        result = fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    if (result == 0)
        result = send_request(server->ends[CHILD_INPUT], name, files);
    error = errno;
    close(ends[1]);
    if (result == 0)
        return ends[0];
    close(ends[0]);
    errno = error;
    return -1;
}

#else

void fork_server_limit(int max_seconds, int max_megabytes)
{
    (void)max_seconds, (void)max_megabytes;
}

int fork_server_start(Child *server, ForkJob *job)
{
    ChildPlan plan = {0};

    (void)job;
    return child_start(server, &plan);
}

int fork_server_ask(const Child *server, const char *name, int file)
{
    (void)server, (void)name, (void)file;
    errno = ENOSYS;
    return -1;
}

#endif
