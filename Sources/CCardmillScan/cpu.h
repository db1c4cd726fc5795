// What the CPU can do beyond its baseline.

#ifndef CARDMILL_CPU_H
#define CARDMILL_CPU_H

#if defined(__x86_64__) && !defined(CARDMILL_PORTABLE)
#define CARDMILL_X86 1
#endif

enum { cardmill_has_avx2 = 1, cardmill_has_sha = 2 };

/// The set of `cardmill_has_` flags of this CPU, as the operating system lets us use it.
int cardmill_cpu(void);

#endif
