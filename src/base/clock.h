/* clock.h: the clock of all times that are measured. */
#ifndef RUSTG_CLOCK_H
#define RUSTG_CLOCK_H

/* Seconds on a clock that never goes back; its zero is any time. */
double clock_seconds(void);

#endif
