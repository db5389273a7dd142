#define _GNU_SOURCE
#include "include/Measuring.h"
#include "measuring.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

static const uint64_t slice_time = 1000000;
/// What a row may take, and with fewer slices than these.
static const uint64_t row_time = UINT64_C(3000000000), most_row_time = UINT64_C(9000000000);
enum { enough_slices = 20 };

// MARK: - One thread that works when it is told to

typedef struct worker {
  measuring_side side;
  /// Which CPU, counted from the last.
  size_t cpu;
  /// How many operations there are between two looks at the clock.
  uint64_t batch;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  enum { idle, working, ended } state;
  /// The slice to work on, and what it gave.
  struct slice *slice;
  double rate;
  uint64_t start, end;
  bool was_interrupted;
} worker;

/// A slice starts when all its threads are there.
typedef struct slice {
  _Atomic(int) missing;
} slice;

static long involuntary_switches(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

static void work_slice(worker *worker) {
  atomic_fetch_sub(&worker->slice->missing, 1);
  while (atomic_load(&worker->slice->missing) > 0)
    continue;
  const long switches = involuntary_switches();
  worker->start = worker->end = measuring_now();
  uint64_t count = 0;
  while (worker->end - worker->start < slice_time) {
    worker->side.work(worker->side.context, worker->batch);
    count += worker->batch;
    worker->end = measuring_now();
  }
  worker->rate = (double)count * 1e9 / (double)(worker->end - worker->start);
  worker->was_interrupted = involuntary_switches() != switches;
}

static void *run_worker(void *argument) {
  worker *worker = argument;
  measuring_require(measuring_pin_to(worker->cpu), "the thread can be pinned");
  pthread_mutex_lock(&worker->lock);
  while (worker->state != ended) {
    if (worker->state == working) {
      pthread_mutex_unlock(&worker->lock);
      work_slice(worker);
      pthread_mutex_lock(&worker->lock);
      worker->state = idle;
      pthread_cond_broadcast(&worker->changed);
    } else {
      pthread_cond_wait(&worker->changed, &worker->lock);
    }
  }
  pthread_mutex_unlock(&worker->lock);
  return NULL;
}

static void start_worker(worker *worker, measuring_side side, size_t cpu) {
  worker->side = side;
  worker->cpu = cpu;
  worker->batch = 1;
  pthread_mutex_init(&worker->lock, NULL);
  pthread_cond_init(&worker->changed, NULL);
  measuring_require(pthread_create(&worker->thread, NULL, run_worker, worker) == 0,
                    "a thread can be started");
}

static void tell(worker *worker, int state) {
  pthread_mutex_lock(&worker->lock);
  worker->state = state;
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
}

static void wait_for(worker *worker) {
  pthread_mutex_lock(&worker->lock);
  while (worker->state != idle)
    pthread_cond_wait(&worker->changed, &worker->lock);
  pthread_mutex_unlock(&worker->lock);
}

static void end_worker(worker *worker) {
  tell(worker, ended);
  pthread_join(worker->thread, NULL);
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->lock);
}

// MARK: - Slices

/// Whether both workers were at work for nearly all of a slice, at the same time.
static bool overlap(const worker *first, const worker *second) {
  const uint64_t start = first->start > second->start ? first->start : second->start;
  const uint64_t end = first->end < second->end ? first->end : second->end;
  return end > start && end - start > slice_time / 10 * 9;
}

/// Measures a slice of one worker or two.
///
/// Returns the operations a second of all of them; 0 if something came between.
static double measure(worker *const *workers, int count) {
  slice slice = {count};
  double rate = 0;
  for (int index = 0; index < count; index += 1) {
    workers[index]->slice = &slice;
    tell(workers[index], working);
  }
  bool was_interrupted = false;
  for (int index = 0; index < count; index += 1) {
    wait_for(workers[index]);
    rate += workers[index]->rate;
    was_interrupted |= workers[index]->was_interrupted;
  }
  was_interrupted |= count == 2 && !overlap(workers[0], workers[1]);
  return was_interrupted ? 0 : rate;
}

/// Warms a worker up, and finds how many operations take about a twentieth of a slice.
static void fill_batch(worker *worker) {
  const double rate = measure(&worker, 1);
  const double batch = rate * (double)slice_time / 20e9;
  if (batch >= 1)
    worker->batch = (uint64_t)batch;
}

void measuring_compare_threads(const char *row, measuring_side first, measuring_side second) {
  if (!measuring_pin_to(1))
    return;
  measuring_pin();
  worker workers[2] = {0};
  worker *both[2] = {&workers[0], &workers[1]};
  start_worker(both[0], first, 0);
  start_worker(both[1], second, 1);
  for (int round = 0; round < 20; round += 1)
    fill_batch(both[round % 2]);
  const size_t slices = measuring_slice_count();
  double *rates = calloc(2 * slices, sizeof *rates);
  measuring_require(rates != NULL, "there is memory for the slices");
  double *together = rates, *alone = rates + slices;
  size_t count = 0;
  const uint64_t start = measuring_now();
  while (count < slices) {
    const uint64_t spent = measuring_now() - start;
    if (spent > (count < enough_slices ? most_row_time : row_time))
      break;
    together[count] = measure(both, 2);
    const double one = measure(&both[0], 1), other = measure(&both[1], 1);
    alone[count] = (one + other) / 2;
    if (together[count] > 0 && one > 0 && other > 0)
      count += 1;
  }
  measuring_print_slices(row, together, alone, count);
  free(rates);
  end_worker(both[0]);
  end_worker(both[1]);
}

// MARK: - One thread

typedef struct job {
  measuring_work work;
  void *context;
} job;

static void *run_job(void *argument) {
  job *job = argument;
  job->work(job->context, 1);
  return NULL;
}

void measuring_run_on_thread(measuring_work work, void *context) {
  job job = {work, context};
  pthread_t thread;
  measuring_require(pthread_create(&thread, NULL, run_job, &job) == 0, "a thread can be started");
  pthread_join(thread, NULL);
}
