#include "kernels.h"

/// Whether `b` is in `low ... high`.
CARDMILL_INLINE int within(uint8_t b, uint8_t low, uint8_t high) { return b >= low && b <= high; }

/// The length of the character at `p`, which is no ASCII; 0 when it is not whole and valid.
static size_t character(const uint8_t *p, size_t n) {
  uint8_t lead = p[0];
  if (!within(lead, 0xC2, 0xF4)) return 0;
  size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (n < length) return 0;
  uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (!within(p[1], low, high)) return 0;
  for (size_t i = 2; i < length; i++)
    if (!within(p[i], 0x80, 0xBF)) return 0;
  return length;
}

/// Checks from the boundary `i` until `stop` or after; returns the last boundary that is valid.
static size_t check(const uint8_t *p, size_t n, size_t i, size_t stop) {
  while (i < stop) {
    if (n - i >= 8 && !(cardmill_load8(p + i) & 0x8080808080808080)) {
      i += 8;
    } else if (p[i] < 0x80) {
      i++;
    } else {
      size_t length = character(p + i, n - i);
      if (!length) break;
      i += length;
    }
  }
  return i;
}

size_t cardmill_valid_utf8_prefix(const uint8_t *p, size_t n) {
  if (n < 64) return check(p, n, 0, n);
  // The wide loop looks back by three bytes.
  size_t i = check(p, n, 0, 3);
  if (i < 3) return i;
  i = cardmill_kernels()->check_utf8(p, n, i);
  // Step back to the start of a character that may go on.
  for (size_t back = 1; back <= 3; back++) {
    if (p[i - back] < 0x80) break;
    if (p[i - back] >= 0xC0) return check(p, n, i - back, n);
  }
  return check(p, n, i, n);
}
