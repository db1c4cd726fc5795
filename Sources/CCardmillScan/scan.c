#include "kernels.h"

size_t cardmill_count_byte(const uint8_t *p, size_t n, uint8_t b) {
  return cardmill_kernels()->count_byte(p, n, b);
}

size_t cardmill_count_line_breaks(const uint8_t *p, size_t n) {
  return cardmill_kernels()->count_line_breaks(p, n);
}

size_t cardmill_find_line_start(
    const uint8_t *p, size_t n, size_t from, uint8_t lower_a, uint8_t lower_b) {
  if (from >= n) return n;
  if (from == 0) {
    if ((p[0] | 0x20) == lower_a || (p[0] | 0x20) == lower_b) return 0;
    from = 1;
  }
  return cardmill_kernels()->find_line_start(p, n, from, lower_a, lower_b);
}

size_t cardmill_ascii_prefix(const uint8_t *p, size_t n) {
  return cardmill_kernels()->ascii_prefix(p, n);
}

ptrdiff_t cardmill_find(const uint8_t *p, size_t n, const uint8_t *needle, size_t m) {
  if (m == 0) return 0;
  return m > n ? -1 : cardmill_kernels()->find(p, n, needle, m);
}

size_t cardmill_copy_without_white_space(const uint8_t *p, size_t n, uint8_t *out) {
  return cardmill_kernels()->copy_without_white_space(p, n, out);
}
