#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <unistd.h>
#include "cpu.h"

#ifdef CARDMILL_X86

#include <cpuid.h>

/// Asks the CPU.
static int ask(void) {
  unsigned a, b, c, d, b7, c7, d7;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !__get_cpuid_count(7, 0, &a, &b7, &c7, &d7)) return 0;
  int found = 0;
  if (c & bit_OSXSAVE && c & bit_AVX && b7 & bit_AVX2) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) == 6) found |= cardmill_has_avx2;  // The system saves the wide registers.
  }
  if (c & bit_SSSE3 && c & bit_SSE4_1 && b7 & 1u << 29) found |= cardmill_has_sha;
  return found;
}

int cardmill_cpu(void) {
  enum { known = 1 << 8 };
  static int cached;
  int found = __atomic_load_n(&cached, __ATOMIC_RELAXED);
  if (!found) {
    found = ask() | known;
    __atomic_store_n(&cached, found, __ATOMIC_RELAXED);
  }
  return found;
}

#else

int cardmill_cpu(void) { return 0; }

#endif

#ifdef __linux__
int cardmill_usable_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    int count = CPU_COUNT(&set);
    if (count > 0) return count;
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}
#else
int cardmill_usable_processors(void) {
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}
#endif
