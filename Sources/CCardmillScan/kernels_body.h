// The loops for one width; `kernels.c` includes this file once for each, and defines
//   NAME(f), TARGET                   the functions' suffix and attribute
//   BLOCK, WIDTH, LOAD(p), SPLAT(b)   a block, its size, reading one, filling one
//   EQUAL(v, b), LESS(v, b)           blocks that mark bytes (b <= 0x80 for LESS)
//   BITS(marks), SPACING, ALL_BITS    one bit for each mark, how far apart, the value for all
//   TALLY(t, marks)                   counts marks in each byte of a block
//   LOOKUP(table, v)                  (optional) 16-entry table lookup of bytes below 16
//   PACK(p, n, out)                   see `pack_sextets`

// No include guard: this file is meant to be included again.

/// The index in its block of the lowest bit.
#define INDEX(bits) ((size_t)__builtin_ctzll(bits) / SPACING)

/// The index of the first byte after the lowest bit that has no bit, at most `WIDTH`.
#define INDEX_AFTER_RUN(bits)                                                                      \
  ({                                                                                               \
    uint64_t rest = ((bits) ^ ALL_BITS) & ~((bits) ^ ((bits) - 1));                                \
    rest ? INDEX(rest) : WIDTH;                                                                    \
  })

/// Marks white space.
#define WHITE(v) (EQUAL(v, ' ') | EQUAL(v, '\t') | EQUAL(v, '\r') | EQUAL(v, '\n'))

/// How many whole blocks to tally before a byte of the tally could overflow.
#define ROUNDS(n) ((n) / WIDTH < 255 ? (n) / WIDTH : 255)

/// The sum of a block's bytes.
TARGET static inline size_t NAME(sum)(const BLOCK *tally) {
  uint8_t bytes[WIDTH];
  memcpy(bytes, tally, WIDTH);
  size_t sum = 0;
  for (size_t i = 0; i < WIDTH; i++) sum += bytes[i];
  return sum;
}

/// See `cardmill_count_byte`.
TARGET static size_t NAME(count_byte)(const uint8_t *p, size_t n, uint8_t b) {
  size_t i = 0, count = 0;
  while (n - i >= WIDTH) {
    BLOCK tally = {0};
    for (size_t rounds = ROUNDS(n - i); rounds; rounds--, i += WIDTH)
      tally = TALLY(tally, EQUAL(LOAD(p + i), b));
    count += NAME(sum)(&tally);
  }
  for (; i < n; i++) count += p[i] == b;
  return count;
}

/// See `cardmill_count_line_breaks`: every LF, and every CR without LF or CR LF behind it.
TARGET static size_t NAME(count_line_breaks)(const uint8_t *p, size_t n) {
  size_t i = 0, count = 0;
  while (n - i >= WIDTH + 2) {
    BLOCK tally = {0};
    for (size_t rounds = ROUNDS(n - i - 2); rounds; rounds--, i += WIDTH) {
      BLOCK v = LOAD(p + i), next = LOAD(p + i + 1);
      BLOCK within = EQUAL(next, '\n') | (EQUAL(next, '\r') & EQUAL(LOAD(p + i + 2), '\n'));
      tally = TALLY(tally, EQUAL(v, '\n') | (EQUAL(v, '\r') & ~within));
    }
    count += NAME(sum)(&tally);
  }
  for (; i < n; i++) {
    if (p[i] == '\r') {
      if (n - i > 1 && p[i + 1] == '\n') continue;
      if (n - i > 2 && p[i + 1] == '\r' && p[i + 2] == '\n') continue;
      count++;
    }
    count += p[i] == '\n';
  }
  return count;
}

/// See `cardmill_find_line_start`.
TARGET static size_t NAME(find_line_start)(
    const uint8_t *p, size_t n, size_t from, uint8_t a, uint8_t b) {
#define STARTS(v, before)                                                                          \
  ((EQUAL((v) | SPLAT(0x20), a) | EQUAL((v) | SPLAT(0x20), b)) &                                    \
   (EQUAL(before, '\n') | EQUAL(before, '\r')))
  size_t i = from;
  for (; n - i >= 2 * WIDTH; i += 2 * WIDTH) {
    BLOCK one = STARTS(LOAD(p + i), LOAD(p + i - 1));
    BLOCK two = STARTS(LOAD(p + i + WIDTH), LOAD(p + i + WIDTH - 1));
    if (!BITS(one | two)) continue;
    return BITS(one) ? i + INDEX(BITS(one)) : i + WIDTH + INDEX(BITS(two));
  }
#undef STARTS
  for (; i < n; i++)
    if ((p[i - 1] == '\n' || p[i - 1] == '\r') && ((p[i] | 0x20) == a || (p[i] | 0x20) == b))
      return i;
  return n;
}

/// See `cardmill_ascii_prefix`.
TARGET static size_t NAME(ascii_prefix)(const uint8_t *p, size_t n) {
  size_t i = 0;
  for (; n - i >= 4 * WIDTH; i += 4 * WIDTH) {
    BLOCK all = (LOAD(p + i) | LOAD(p + i + WIDTH)) |
                (LOAD(p + i + 2 * WIDTH) | LOAD(p + i + 3 * WIDTH));
    if (BITS(LESS(all, 0x80)) != ALL_BITS) break;
  }
  for (; n - i >= WIDTH; i += WIDTH) {
    uint64_t others = BITS(LESS(LOAD(p + i), 0x80)) ^ ALL_BITS;
    if (others) return i + INDEX(others);
  }
  while (i < n && p[i] < 0x80) i++;
  return i;
}

/// See `cardmill_find`: looks for the first and the last byte at once, then compares.
TARGET static ptrdiff_t NAME(find)(const uint8_t *p, size_t n, const uint8_t *needle, size_t m) {
  size_t i = 0;
  uint8_t first = needle[0], last = needle[m - 1];
  for (; n - i >= WIDTH + m - 1; i += WIDTH) {
    uint64_t bits = BITS(EQUAL(LOAD(p + i), first) & EQUAL(LOAD(p + i + m - 1), last));
    for (; bits; bits &= bits - 1)
      if (!memcmp(p + i + INDEX(bits), needle, m)) return (ptrdiff_t)(i + INDEX(bits));
  }
  for (; n - i >= m; i++)
    if (p[i] == first && !memcmp(p + i, needle, m)) return (ptrdiff_t)i;
  return -1;
}

/// See `check_utf8`. This is the lookup algorithm of Keiser and Lemire ("Validating UTF-8 In Less
/// Than One Instruction Per Byte"): three tables, by the halves of a byte and by the high half of the
/// next, hold the kinds of error that each allows; an error is a kind that all three allow.
TARGET static size_t NAME(check_utf8)(const uint8_t *p, size_t n, size_t i) {
#ifdef LOOKUP
  enum {
    too_short = 1,          // A lead byte, then no continuation.
    too_long = 2,           // ASCII, then a continuation.
    overlong3 = 4,          // E0, then below A0.
    too_large = 8,          // F4, then 90 or above; or F5 and above.
    surrogate = 16,         // ED, then A0 or above.
    overlong2 = 32,         // C0 or C1.
    overlong4 = 64,         // F0, then below 90; the same bit is for F5 and above, then below 90.
    two_continuations = 128,  // Right only as the third or fourth byte.
    any = too_short | too_long | two_continuations,
    beyond = any | too_large | overlong4,
    second = too_long | overlong2 | two_continuations,
  };
  static const uint8_t first_high[16] = {
      too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long,
      two_continuations, two_continuations, two_continuations, two_continuations,
      too_short | overlong2, too_short, too_short | overlong3 | surrogate,
      too_short | too_large | overlong4};
  static const uint8_t first_low[16] = {
      any | overlong2 | overlong3 | overlong4, any | overlong2, any, any,
      any | too_large, beyond, beyond, beyond, beyond, beyond, beyond, beyond,
      beyond, beyond | surrogate, beyond, beyond};
  static const uint8_t second_high[16] = {
      too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
      second | overlong3 | overlong4, second | overlong3 | too_large,
      second | surrogate | too_large, second | surrogate | too_large,
      too_short, too_short, too_short, too_short};
#define ERRORS(at)                                                                                 \
  ({                                                                                               \
    BLOCK last = LOAD((at) - 1);                                                                   \
    BLOCK kinds = LOOKUP(first_high, last >> 4) & LOOKUP(first_low, last & SPLAT(15)) &            \
                  LOOKUP(second_high, LOAD(at) >> 4);                                              \
    BLOCK third = (BLOCK)(LOAD((at) - 2) >= SPLAT(0xE0)) | (BLOCK)(LOAD((at) - 3) >= SPLAT(0xF0)); \
    kinds ^ (third & SPLAT(two_continuations));                                                    \
  })
  for (; n - i >= 2 * WIDTH; i += 2 * WIDTH) {
    BLOCK both = LOAD(p + i) | LOAD(p + i + WIDTH);
    if (p[i - 1] < 0x80 && BITS(LESS(both, 0x80)) == ALL_BITS) continue;
    BLOCK errors = ERRORS(p + i) | ERRORS(p + i + WIDTH);
    if (BITS(EQUAL(errors, 0)) != ALL_BITS) break;
  }
#undef ERRORS
#else
  (void)p, (void)n;
#endif
  return i;
}

/// See `cardmill_copy_without_white_space`.
TARGET static size_t NAME(copy_without_white_space)(const uint8_t *p, size_t n, uint8_t *out) {
  size_t i = 0, kept = 0;
  while (n - i >= WIDTH) {
    uint64_t white = BITS(WHITE(LOAD(p + i)));
    memcpy(out + kept, p + i, WIDTH);
    kept += white ? INDEX(white) : WIDTH;
    i += white ? INDEX_AFTER_RUN(white) : WIDTH;
  }
  for (; i < n; i++)
    if (cardmill_base64_classes[p[i]] != cardmill_base64_white) out[kept++] = p[i];
  return kept;
}

/// Splits a block of base64 bytes into kinds; see `count_sextets` and `gather_sextets`.
#define SPLIT_SEXTETS(v)                                                                           \
  BLOCK upper = LESS((v) - SPLAT('A'), 26), lower = LESS((v) - SPLAT('a'), 26);                    \
  BLOCK digit = LESS((v) - SPLAT('0'), 10);                                                        \
  BLOCK plus = EQUAL(v, '+') | EQUAL(v, '-'), slash = EQUAL(v, '/') | EQUAL(v, '_');

/// See `count_sextets`.
TARGET static size_t NAME(count_sextets)(const uint8_t *p, size_t n) {
  size_t i = 0, count = 0;
#if WIDTH >= 16
  while (n - i >= WIDTH) {
    BLOCK tally = {0};
    for (size_t rounds = ROUNDS(n - i); rounds; rounds--, i += WIDTH) {
      BLOCK v = LOAD(p + i);
      SPLIT_SEXTETS(v)
      tally = TALLY(tally, upper | lower | digit | plus | slash);
    }
    count += NAME(sum)(&tally);
  }
#endif
  for (; i < n; i++) count += cardmill_base64_classes[p[i]] < 64;
  return count;
}

/// See `gather_sextets`.
TARGET static const uint8_t *NAME(gather_sextets)(const uint8_t *p, const uint8_t *end,
                                                  uint8_t *out, size_t room, size_t *count,
                                                  size_t *bad) {
  const uint8_t *classes = cardmill_base64_classes;
  size_t k = 0;
  while (p < end && k < room) {
#if WIDTH >= 16
    while (end - p >= WIDTH && room - k >= WIDTH) {
      BLOCK v = LOAD(p);
      SPLIT_SEXTETS(v)
      BLOCK sextets = (upper & (v - SPLAT('A'))) | (lower & (v - SPLAT('a' - 26))) |
                      (digit & (v - SPLAT('0' - 52))) | (plus & SPLAT(62)) | (slash & SPLAT(63));
      memcpy(out + k, &sextets, WIDTH);
      uint64_t others = BITS(upper | lower | digit | plus | slash) ^ ALL_BITS;
      k += others ? INDEX(others) : WIDTH;
      if (others && others != BITS(WHITE(v))) {
        p += INDEX(others);
        break;
      }
      p += others ? INDEX_AFTER_RUN(others) : WIDTH;
    }
#else
    while (end - p >= 4 && room - k >= 4) {
      uint8_t a = classes[p[0]], b = classes[p[1]], c = classes[p[2]], d = classes[p[3]];
      if ((a | b | c | d) >= 64) break;
      out[k] = a, out[k + 1] = b, out[k + 2] = c, out[k + 3] = d;
      p += 4;
      k += 4;
    }
#endif
    // Byte by byte past what is no sextet, or to the end.
    while (p < end && k < room) {
      uint8_t class = classes[*p];
      if (class < 64) out[k++] = class;
      *bad += class >= cardmill_base64_end;
      p++;
      if (class >= 64 && p < end && classes[*p] < 64) break;
    }
  }
  *count = k;
  return p;
}

/// See `pack_sextets`.
TARGET static void NAME(pack_sextets)(const uint8_t *p, size_t n, uint8_t *out) { PACK(p, n, out); }

/// See `spell_sextets`.
TARGET static void NAME(spell_sextets)(uint8_t *p, size_t n) {
  size_t i = 0;
#if WIDTH >= 16
  for (; n - i >= WIDTH; i += WIDTH) {
    BLOCK v = LOAD(p + i);
    BLOCK letters = v + SPLAT('A') + (~LESS(v, 26) & SPLAT('a' - 26 - 'A')) -
                    (~LESS(v, 52) & SPLAT('a' - 26 - '0' + 52)) -
                    (EQUAL(v, 62) & SPLAT('0' + 10 - '+')) -
                    (EQUAL(v, 63) & SPLAT('0' + 11 - '/'));
    memcpy(p + i, &letters, WIDTH);
  }
#endif
  for (; i < n; i++) p[i] = cardmill_base64_letters[p[i]];
}

/// All of them.
static const struct cardmill_kernels NAME(kernels) = {
    .count_byte = NAME(count_byte),
    .count_line_breaks = NAME(count_line_breaks),
    .find_line_start = NAME(find_line_start),
    .ascii_prefix = NAME(ascii_prefix),
    .find = NAME(find),
    .check_utf8 = NAME(check_utf8),
    .copy_without_white_space = NAME(copy_without_white_space),
    .count_sextets = NAME(count_sextets),
    .gather_sextets = NAME(gather_sextets),
    .pack_sextets = NAME(pack_sextets),
    .spell_sextets = NAME(spell_sextets),
};

#undef INDEX
#undef INDEX_AFTER_RUN
#undef WHITE
#undef ROUNDS
#undef SPLIT_SEXTETS
