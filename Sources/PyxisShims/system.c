#define _GNU_SOURCE
#include "PyxisShims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *pyxis_shims_environment_variable(const char *name) { return getenv(name); }

int pyxis_shims_open_regular_file(const char *path, uint64_t *size, int *error) {
  int descriptor;
  do {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) {
    *error = errno;
    return -1;
  }
  struct stat status;
  if (fstat(descriptor, &status) != 0) {
    *error = errno;
    close(descriptor);
    return -1;
  }
  if (!S_ISREG(status.st_mode)) {
    close(descriptor);
    return -2;
  }
  *size = (uint64_t)status.st_size;
  return descriptor;
}

ptrdiff_t pyxis_shims_read(int descriptor, void *buffer, size_t size) {
  ptrdiff_t count;
  do {
    count = read(descriptor, buffer, size);
  } while (count < 0 && errno == EINTR);
  return count;
}

void pyxis_shims_close(int descriptor) { close(descriptor); }

void pyxis_shims_error_text(int error, char *buffer, size_t size) {
  if (size == 0)
    return;
#if defined(__GLIBC__)
  const char *text = strerror_r(error, buffer, size);
  if (text != buffer) {
    strncpy(buffer, text, size - 1);
    buffer[size - 1] = '\0';
  }
#else
  if (strerror_r(error, buffer, size) != 0)
    buffer[0] = '\0';
#endif
}

void pyxis_shims_write_error(const void *text, size_t size) {
  const char *next = text;
  while (size > 0) {
    ptrdiff_t count = write(STDERR_FILENO, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    next += count;
    size -= (size_t)count;
  }
}
