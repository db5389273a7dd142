/* What threads do at their end. */
#ifndef FUZZ_THREADS_H
#define FUZZ_THREADS_H

/* Forgets the scopes that the end of the thread closes, right before it ends. */
void worker_end(void);

#endif
