/*
 * Preloaded into a run of tests, shifts the time of day by PLINTH_CLOCK seconds (whole, either sign) for every process of
 * the run. Monotonic clocks and timers are not shifted. File times that Node reads and sets are shifted too, so that a file
 * written now has the shifted time. Everything here may be called by any thread and in a signal handler.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long ahead;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_gettimeofday)(struct timeval *, void *);
static long (*real_syscall)(long, ...);
static int (*real_utimensat)(int, const char *, const struct timespec[2], int);
static int (*real_futimens)(int, const struct timespec[2]);
static int (*real_sem_timedwait)(sem_t *, const struct timespec *);

static void find(void)
{
	const char *seconds = getenv("PLINTH_CLOCK");
	real_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
	real_syscall = dlsym(RTLD_NEXT, "syscall");
	real_utimensat = dlsym(RTLD_NEXT, "utimensat");
	real_futimens = dlsym(RTLD_NEXT, "futimens");
	real_sem_timedwait = dlsym(RTLD_NEXT, "sem_timedwait");
	ahead = seconds ? atoll(seconds) : 0;
	real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

/* Other libraries read the time before our constructors have run. */
__attribute__((constructor)) static void ready(void)
{
	if (!real_clock_gettime)
		find();
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
	ready();
	int result = real_clock_gettime(clock, time);
	if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		time->tv_sec += ahead;
	return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	ready();
	int result = real_gettimeofday(time, zone);
	if (result == 0)
		time->tv_sec += ahead;
	return result;
}

time_t time(time_t *place)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (place)
		*place = now.tv_sec;
	return now.tv_sec;
}

/* Node reads file times by the system call itself. */
long syscall(long number, ...)
{
	va_list list;
	long a[6];
	va_start(list, number);
	for (int at = 0; at < 6; at += 1)
		a[at] = va_arg(list, long);
	va_end(list);
	ready();
	long result = real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (number == SYS_statx && result == 0) {
		struct statx *found = (struct statx *)a[4];
		found->stx_atime.tv_sec += ahead;
		found->stx_mtime.tv_sec += ahead;
		found->stx_ctime.tv_sec += ahead;
		found->stx_btime.tv_sec += ahead;
	}
	return result;
}

static const struct timespec *behind(const struct timespec given[2], struct timespec moved[2])
{
	if (!given)
		return given;
	for (int at = 0; at < 2; at += 1) {
		moved[at] = given[at];
		if (given[at].tv_nsec != UTIME_NOW && given[at].tv_nsec != UTIME_OMIT)
			moved[at].tv_sec -= ahead;
	}
	return moved;
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags)
{
	struct timespec moved[2];
	ready();
	return real_utimensat(folder, path, behind(times, moved), flags);
}

int futimens(int file, const struct timespec times[2])
{
	struct timespec moved[2];
	ready();
	return real_futimens(file, behind(times, moved));
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until)
{
	struct timespec moved = *until;
	ready();
	moved.tv_sec -= ahead;
	return real_sem_timedwait(semaphore, &moved);
}
