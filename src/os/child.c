/* SPDX-License-Identifier: MIT */
/*
 *       this process                            child
 *
 *     ends[CHILD_INPUT]  -------- pipe ------->  0
 *     ends[CHILD_OUTPUT] <------- pipe --------  1
 *     ends[CHILD_ERRORS] <------- pipe --------  2
 *     (until exec)       <-- one byte, errno --  if it cannot start
 *
 * Our descriptors are above the standard ones, which may have been closed, and
 * no program inherits them. Between fork and exec a child calls only functions
 * that are safe there.
 */
#define _XOPEN_SOURCE 700 /* setitimer */

#include "os/child.h"

#include "lib/util/fixed.h"
#include "os/compat.h"
#include "os/step_clock.h"
#include "os/xalloc.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SECONDS(n)   ((n) * (uint64_t)STEP_CLOCK_SECOND_NS)
#define WORK_NS      (SECONDS(1) / 10) /* of CPU time: less is no work */
#define KILL_MS      1000 /* for the system to end a child that is killed */
#define MAX_READS    256  /* of errors at the end: what a pipe can hold */
#define FIRST_FREE   3    /* the first descriptor that is not standard */
#define EXIT_UNKNOWN 255  /* of a child that waitpid does not know */

static void close_end(int *end)
{
    if (*end > 0)
        close(*end);
    *end = 0;
}

static void close_ends(int *ends)
{
    for (int i = 0; i < CHILD_ENDS; i++)
        close_end(&ends[i]);
}

/* Replaces a descriptor by one that is above the standard ones and closed on
   exec. Returns it, or 0 and sets errno. */
static int move_up(int file)
{
    int moved = fcntl(file, F_DUPFD_CLOEXEC, FIRST_FREE);
    int error = errno;

    close(file);
    errno = error;
    return moved > 0 ? moved : 0;
}

/* Returns 0 or an errno; ends are 0 if there are none. */
static int move_both(const int *raw, int *reads, int *writes)
{
    int error;

    *reads = move_up(raw[0]);
    error = *reads == 0 ? errno : 0;
    *writes = move_up(raw[1]);
    return *writes == 0 && error == 0 ? errno : error;
}

static int make_pipe(int *reads, int *writes)
{
    int raw[2];

    return pipe(raw) == 0 ? move_both(raw, reads, writes) : errno;
}

/* Makes a pipe, or opens /dev/null for the child. Returns 0 or an errno. */
static int open_end(int i, const ChildPlan *plan, int *ours, int *theirs)
{
    int error, file;

    if (!(plan->pipes & 1U << i)) {
        file = i == CHILD_INPUT && plan->input > 0 ? dup(plan->input)
                                                   : open(COMPAT_NULL, O_RDWR);
        *theirs = file >= 0 ? move_up(file) : 0;
        return *theirs > 0 ? 0 : errno;
    }
    if (i != CHILD_INPUT)
        return make_pipe(ours, theirs);
    error = make_pipe(theirs, ours);
    if (error == 0 && fcntl(*ours, F_SETFL, O_NONBLOCK) != 0)
        error = errno;
    return error;
}

#ifdef _WIN32

#include <windows.h>

/* Ends what has not ended when we do. */
static HANDLE find_job(void)
{
    static HANDLE job;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};

    if (job != NULL)
        return job;
    job = CreateJobObject(NULL, NULL);
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                            sizeof limits);
    return job;
}

/* Adds a word as CommandLineToArgvW takes it apart: \" is a quotation mark, and
   backslashes before one count twice. */
static char *add_word(char *end, const char *word)
{
    size_t slashes = 0;

    *end++ = '"';
    for (; *word != '\0'; word++) {
        if (*word == '"') {
            memset(end, '\\', slashes + 1);
            end += slashes + 1;
        }
        slashes = *word == '\\' ? slashes + 1 : 0;
        *end++ = *word;
    }
    memset(end, '\\', slashes);
    end += slashes;
    *end++ = '"';
    *end++ = ' ';
    return end;
}

static char *join_words(const char *const *words)
{
    size_t size = 1;
    char *line, *end;

    for (int i = 0; words[i] != NULL; i++)
        size += 2 * strlen(words[i]) + 3;
    line = end = xalloc_get(size);
    for (int i = 0; words[i] != NULL; i++)
        end = add_word(end, words[i]);
    *end = '\0';
    return line;
}

static int create(PROCESS_INFORMATION *process, const char *program,
                  const ChildPlan *plan, STARTUPINFOEX *start)
{
    char *line = join_words(plan->command);
    int has_begun =
        CreateProcess(program, line, NULL, NULL, TRUE,
                      CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, NULL,
                      NULL, &start->StartupInfo, process);

    free(line);
    return has_begun ? 0 : EACCES;
}

/* Returns 0 or an errno. The program is looked for in PATH alone, not in the
   working folder; it inherits these three handles. */
static int start_process(pid_t *id, const ChildPlan *plan, const int *ends)
{
    HANDLE handles[CHILD_ENDS];
    STARTUPINFOEX start = {
        .StartupInfo = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES}};
    PROCESS_INFORMATION process;
    char path[MAX_PATH];
    SIZE_T size = 0;
    int error;

    if (SearchPath(getenv("PATH"), plan->command[0], ".exe", sizeof path, path,
                   NULL) == 0)
        return ENOENT;
    for (int i = 0; i < CHILD_ENDS; i++) {
        handles[i] = (HANDLE)_get_osfhandle(ends[i]);
        SetHandleInformation(handles[i], HANDLE_FLAG_INHERIT,
                             HANDLE_FLAG_INHERIT);
    }
    start.StartupInfo.hStdInput = handles[CHILD_INPUT];
    start.StartupInfo.hStdOutput = handles[CHILD_OUTPUT];
    start.StartupInfo.hStdError = handles[CHILD_ERRORS];
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start.lpAttributeList = xalloc_get(size);
    InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(start.lpAttributeList, 0,
                              PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                              sizeof handles, NULL, NULL);
    error = create(&process, path, plan, &start);
    DeleteProcThreadAttributeList(start.lpAttributeList);
    free(start.lpAttributeList);
    if (error != 0)
        return error;
    if (!plan->outlives_us)
        AssignProcessToJobObject(find_job(), process.hProcess);
    CloseHandle(process.hThread);
    *id = (pid_t)(intptr_t)process.hProcess;
    return 0;
}

static HANDLE find_process(pid_t id)
{
    return (HANDLE)(intptr_t)id;
}

static void set_signals(unsigned pipes)
{
    (void)pipes;
}

static pid_t ask_process(pid_t id, int *status)
{
    DWORD code = 0;

    if (WaitForSingleObject(find_process(id), 0) == WAIT_TIMEOUT)
        return 0;
    GetExitCodeProcess(find_process(id), &code);
    CloseHandle(find_process(id));
    *status = code > 255 ? -SIGSEGV : (int)code; /* an exception of Windows */
    return id;
}

static void kill_process(pid_t id)
{
    TerminateProcess(find_process(id), EXIT_UNKNOWN);
}

static uint64_t read_cpu_ns(pid_t id)
{
    FILETIME begin, end, kernel = {0}, user = {0};

    GetProcessTimes(find_process(id), &begin, &end, &kernel, &user);
    return 100 *
           (((uint64_t)kernel.dwHighDateTime << 32) + kernel.dwLowDateTime +
            ((uint64_t)user.dwHighDateTime << 32) + user.dwLowDateTime);
}

/* Its parent's job does that. */
void child_watch_reader(void)
{
}

void child_limit(int max_seconds, int max_megabytes, int opens_files)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_TIME |
                                                JOB_OBJECT_LIMIT_PROCESS_MEMORY,
                                  .PerProcessUserTimeLimit.QuadPart =
                                      max_seconds * 10000000LL},
        .ProcessMemoryLimit = (SIZE_T)max_megabytes << 20};
    HANDLE job = CreateJobObject(NULL, NULL);

    (void)opens_files;
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                            sizeof limits);
    AssignProcessToJobObject(job, GetCurrentProcess());
}

#else

#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#define WATCH_US 50000

/* Sanitizers reserve all addresses and read files. */
#ifdef RIPPLE_SANITIZED
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif

/* In the child: descriptors, group and signals. One that we write to ends with
   its parent, rather than complete what is cut off; else `parent` is 0. Returns
   0 or an errno. */
static int prepare(const int *ends, pid_t parent)
{
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigset_t none;

    for (int i = 0; i < CHILD_ENDS; i++) {
        while (dup2(ends[i], i) < 0) {
            if (errno != EINTR && errno != EBUSY)
                return errno;
        }
    }
    (void)parent;
    if (setpgid(0, 0) != 0)
        return errno;
#ifdef __linux__
    if (parent != 0 &&
        (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent))
        return ESRCH;
#endif
    sigaction(SIGPIPE, &standard, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    return 0;
}

/* The child, until it is another program or ends. */
static void run_child(const ChildPlan *plan, const int *ends, int report,
                      pid_t parent)
{
    int has_input = (plan->pipes & 1U << CHILD_INPUT) != 0;
    int error = prepare(ends, has_input && !plan->outlives_us ? parent : 0);
    unsigned char code;

    if (error == 0) {
        execvp(plan->command[0], (char *const *)plan->command);
        error = errno;
    }
    code = (unsigned char)error;
    while (write(report, &code, 1) < 0 && errno == EINTR)
        continue;
    _exit(EXIT_UNKNOWN);
}

/* Returns 0 if the child could start, else its errno. */
static int read_report(int report)
{
    unsigned char code = 0;
    ssize_t count;

    do {
        count = read(report, &code, 1);
    } while (count < 0 && errno == EINTR);
    return count < 0 ? errno : code;
}

/* Returns 0 or an errno. */
static int start_process(pid_t *id, const ChildPlan *plan, const int *ends)
{
    int report[2] = {0, 0}, error = make_pipe(&report[0], &report[1]);
    pid_t parent = getpid();

    if (error == 0) {
        *id = fork();
        if (*id == 0)
            run_child(plan, ends, report[1], parent);
        error = *id < 0 ? errno : 0;
    }
    close_end(&report[1]);
    if (error == 0)
        error = read_report(report[0]);
    close_end(&report[0]);
    return error;
}

/* An ended child must neither end us nor be reaped unseen. */
static void set_signals(unsigned pipes)
{
    struct sigaction action = {.sa_handler = SIG_DFL};

    sigaction(SIGCHLD, &action, NULL);
    action.sa_handler = SIG_IGN;
    if (pipes & 1U << CHILD_INPUT)
        sigaction(SIGPIPE, &action, NULL);
}

/* Returns as waitpid, without waiting. *status is as child_has_ended has it. */
static pid_t ask_process(pid_t id, int *status)
{
    pid_t ended;
    int raw = 0;

    do {
        ended = waitpid(id, &raw, WNOHANG);
    } while (ended < 0 && errno == EINTR);
    *status = WIFSIGNALED(raw) ? -WTERMSIG(raw) : WEXITSTATUS(raw);
    return ended;
}

static void kill_process(pid_t id)
{
    kill(id, SIGKILL);
    kill(-id, SIGKILL);
}

static uint64_t read_cpu_ns(pid_t id)
{
#if defined _POSIX_CPUTIME && _POSIX_CPUTIME >= 0
    struct timespec time;
    clockid_t source;

    if (clock_getcpuclockid(id, &source) == 0 &&
        clock_gettime(source, &time) == 0)
        return SECONDS((uint64_t)time.tv_sec) + (uint64_t)time.tv_nsec;
#endif
    (void)id;
    return 0;
}

static void end_without_reader(int number)
{
    struct pollfd output = {STDOUT_FILENO, 0, 0};
    int error = errno;

    (void)number;
    if (poll(&output, 1, 0) > 0)
        _exit(EXIT_UNKNOWN);
    errno = error;
}

void child_watch_reader(void)
{
    struct sigaction action = {.sa_handler = end_without_reader,
                               .sa_flags = SA_RESTART};
    struct itimerval timer = {{0, WATCH_US}, {0, WATCH_US}};

    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
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

/* No limit if the system does not tell how much memory is in use. */
static void limit_memory(int max_megabytes)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages;

    if (file == NULL)
        return;
    if (fscanf(file, "%lu", &pages) == 1)
        limit(RLIMIT_AS, (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) +
                             ((rlim_t)max_megabytes << 20));
    fclose(file);
}

void child_limit(int max_seconds, int max_megabytes, int opens_files)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, (rlim_t)max_seconds);
    if (IS_SANITIZED)
        return;
    limit_memory(max_megabytes);
    compat_report_large_files();
    limit(RLIMIT_FSIZE, 0);
    if (!opens_files)
        limit(RLIMIT_NOFILE, FIRST_FREE);
}

#endif

/* One at a time: a child of another thread would inherit ends of pipes, which
   then would not end. */
int child_start(Child *child, const ChildPlan *plan)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int theirs[CHILD_ENDS] = {0}, error = 0;

    memset(child, 0, sizeof *child);
    child->hear = plan->hear;
    child->context = plan->context;
    set_signals(plan->pipes);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CHILD_ENDS && error == 0; i++)
        error = open_end(i, plan, &child->ends[i], &theirs[i]);
    if (error == 0)
        error = start_process(&child->id, plan, theirs);
    close_ends(theirs);
    pthread_mutex_unlock(&lock);
    child->looked_ns = step_clock_read_ns();
    if (error != 0)
        child_kill(child);
    return error;
}

static void end_line(Child *child)
{
    child->next[child->length] = '\0';
    if (child->length > 0 &&
        (child->hear == NULL || child->hear(child->context, child->next)))
        memcpy(child->line, child->next, sizeof child->line);
    child->length = 0;
}

static void keep_lines(Child *child, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n' || bytes[i] == '\r')
            end_line(child);
        else if (child->length + 1 < sizeof child->next)
            child->next[child->length++] = bytes[i];
    }
}

static void read_errors(Child *child)
{
    char bytes[4096];
    ssize_t count = read(child->ends[CHILD_ERRORS], bytes, sizeof bytes);

    if (count > 0)
        keep_lines(child, bytes, (size_t)count);
    else if (count == 0 || errno != EINTR)
        close_end(&child->ends[CHILD_ERRORS]);
}

/* poll ignores descriptors below 0. */
static struct pollfd make_poll(int end, short events)
{
    return (struct pollfd){end > 0 ? end : -1, events, 0};
}

/* Waits until the child reads its input, if that is open, or has written
   errors, and reads these. Returns as poll. */
static int await(Child *child, int wait_ms)
{
    struct pollfd ends[2] = {make_poll(child->ends[CHILD_INPUT], POLLOUT),
                             make_poll(child->ends[CHILD_ERRORS], POLLIN)};
    int ready = poll(ends, 2, wait_ms);

    if (ready > 0 && ends[1].revents != 0)
        read_errors(child);
    return ready;
}

ssize_t child_write(Child *child, const void *data, size_t size, int wait_ms)
{
    if (await(child, wait_ms) < 0 && errno != EINTR)
        return -1;
    return write(child->ends[CHILD_INPUT], data, size);
}

ssize_t child_read(Child *child, void *data, size_t size, int wait_ms)
{
    struct pollfd ends[2] = {make_poll(child->ends[CHILD_OUTPUT], POLLIN),
                             make_poll(child->ends[CHILD_ERRORS], POLLIN)};
    int ready = poll(ends, 2, wait_ms);

    if (ready > 0 && ends[1].revents != 0)
        read_errors(child);
    if (ready > 0 && ends[0].revents != 0)
        return read(child->ends[CHILD_OUTPUT], data, size);
    if (ready >= 0)
        errno = EAGAIN;
    return -1;
}

int child_read_text(Child *child, char *text, size_t size, size_t *length,
                    int wait_ms)
{
    ssize_t count = 1;

    while (count > 0 && *length + 1 < size) {
        count = child_read(child, text + *length, size - 1 - *length, wait_ms);
        *length += count > 0 ? (size_t)count : 0;
    }
    return count < 0 && errno == EAGAIN;
}

/* Without errors to wait for it asks every millisecond. */
static pid_t wait_briefly(Child *child, int wait_ms, int *status)
{
    pid_t ended = ask_process(child->id, status);

    while (ended == 0 && wait_ms > 0) {
        int ms = child->ends[CHILD_ERRORS] > 0 ? wait_ms : 1;

        wait_ms -= await(child, ms) == 0 ? ms : 1;
        ended = ask_process(child->id, status);
    }
    return ended;
}

/* The errors may end later than the child, whose own children inherit them. */
int child_has_ended(Child *child, int wait_ms, int *status)
{
    pid_t ended;

    close_end(&child->ends[CHILD_INPUT]);
    close_end(&child->ends[CHILD_OUTPUT]);
    ended = wait_briefly(child, wait_ms, status);
    if (ended == 0)
        return 0;
    for (int i = 0; i < MAX_READS && await(child, 0) > 0; i++)
        continue;
    end_line(child);
    close_end(&child->ends[CHILD_ERRORS]);
    child->id = 0;
    if (ended < 0)
        *status = EXIT_UNKNOWN;
    return 1;
}

/* Gives a process up that even SIGKILL does not end, on a disk that hangs. */
static void reap(pid_t id)
{
    int status;

    for (int i = 0; i < KILL_MS && ask_process(id, &status) == 0; i++)
        poll(NULL, 0, 1);
}

void child_kill(Child *child)
{
    if (child->id > 0) {
        kill_process(child->id);
        reap(child->id);
    }
    close_ends(child->ends);
    memset(child, 0, sizeof *child);
}

int child_hangs(Child *child, uint64_t progress)
{
    uint64_t now_ns = step_clock_read_ns();
    uint64_t cpu_ns = read_cpu_ns(child->id);
    uint64_t gap_ns = min_uint64(now_ns - child->looked_ns, SECONDS(1));
    int moves = progress != child->progress;

    child->looked_ns = now_ns;
    child->progress = progress;
    child->quiet_ns = moves ? 0 : child->quiet_ns + gap_ns;
    child->idle_ns += gap_ns;
    if (moves || cpu_ns >= child->cpu_ns + WORK_NS) {
        child->cpu_ns = cpu_ns;
        child->idle_ns = 0;
    }
    return child->idle_ns >= SECONDS(5) || child->quiet_ns >= SECONDS(30);
}
