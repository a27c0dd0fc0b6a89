/* SPDX-License-Identifier: MIT */
/*
 * The wish that the program ends: a signal, q, a closed window. It is a number
 * and no event, so no full queue loses it. Whoever waits for a thing that may
 * never come asks for the number every STOP_POLL_MS.
 */
#ifndef RIPPLE_OS_STOP_H
#define RIPPLE_OS_STOP_H

#define STOP_POLL_MS 50
#define STOP_ONCE_MS 250

/*
 * From this call on SIGINT, SIGTERM, SIGQUIT, SIGXCPU and SIGHUP are counted
 * and do nothing else; SIGHUP stays ignored under nohup. A process that is
 * still there two seconds after the second one ends.
 */
void stop_catch(void);

/* How often the end was asked for. 0: go on; 1: complete all files, then end;
   2 or more: end at once. Any thread may call this. */
int stop_count(void);

/* Counts one more, as a signal does, unless the last was less than STOP_ONCE_MS
   ago: timeout(1) and a terminal that is closed send two signals for one. */
void stop_ask(void);

#endif
