#include <string.h>

#include "kernels.h"

const uint8_t cardmill_base64_letters[65] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const uint8_t cardmill_base64_classes[256] = {
    66, 66, 66, 66, 66, 66, 66, 66, 66, 64, 64, 66, 66, 64, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    64, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 62, 66, 62, 66, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 66, 66, 66, 65, 66, 66,
    66, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 66, 66, 66, 66, 63,
    66, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
    66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66, 66,
};

/// How many bytes of base64 come before the first `=`.
static size_t data_length(const uint8_t *p, size_t n) {
  const uint8_t *end = n ? memchr(p, '=', n) : 0;
  return end ? (size_t)(end - p) : n;
}

size_t cardmill_base64_decoded_size(const uint8_t *p, size_t n) {
  size_t count = cardmill_kernels()->count_sextets(p, data_length(p, n));
  return count / 4 * 3 + count % 4 * 3 / 4;
}

size_t cardmill_base64_decode(const uint8_t *p, size_t n, uint8_t *out, size_t *bad) {
  const struct cardmill_kernels *kernels = cardmill_kernels();
  const uint8_t *end = p + data_length(p, n);
  uint8_t *start = out;
  uint8_t sextets[4096 + 4];
  size_t skipped = 0, rest = 0;
  // Pack the whole groups of four, and move the rest to the front.
  for (const uint8_t *at = p; at < end;) {
    size_t count;
    at = kernels->gather_sextets(at, end, sextets + rest, 4096, &count, &skipped);
    count += rest;
    rest = count % 4;
    kernels->pack_sextets(sextets, count - rest, out);
    out += count / 4 * 3;
    memcpy(sextets, sextets + count - rest, 4);
  }
  if (rest >= 2) *out++ = (uint8_t)(sextets[0] << 2 | sextets[1] >> 4);
  if (rest == 3) *out++ = (uint8_t)(sextets[1] << 4 | sextets[2] >> 2);
  skipped += rest == 1;
  for (const uint8_t *at = end; at < p + n; at++) {
    uint8_t class = cardmill_base64_classes[*at];
    skipped += class != cardmill_base64_white && class != cardmill_base64_end;
  }
  if (bad) *bad = skipped;
  return (size_t)(out - start);
}

/// Splits 3 bytes into 4 sextets.
static void split3(const uint8_t *p, uint8_t *out) {
  out[0] = p[0] >> 2;
  out[1] = (p[0] << 4 & 0x30) | p[1] >> 4;
  out[2] = (p[1] << 2 & 0x3C) | p[2] >> 6;
  out[3] = p[2] & 0x3F;
}

/// Splits 3 bytes into 4 sextets each, `n` a multiple of 3; reads no byte past them.
static void split(const uint8_t *p, size_t n, uint8_t *out) {
  for (; n >= 8; p += 6, n -= 6, out += 8) {
    uint64_t v = __builtin_bswap64(cardmill_load8(p)) >> 16;
    v = (v << 8 & 0x00FFFFFF00000000) | (v & 0x0000000000FFFFFF);
    v = (v << 4 & 0x0FFF00000FFF0000) | (v & 0x00000FFF00000FFF);
    v = (v << 2 & 0x3F003F003F003F00) | (v & 0x003F003F003F003F);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    memcpy(out, &v, 8);
  }
  for (; n; p += 3, n -= 3, out += 4) split3(p, out);
}

size_t cardmill_base64_encode(const uint8_t *p, size_t n, uint8_t *out) {
  const struct cardmill_kernels *kernels = cardmill_kernels();
  uint8_t *start = out;
  while (n >= 3) {
    size_t length = n < 3072 ? n - n % 3 : 3072;
    split(p, length, out);
    kernels->spell_sextets(out, length / 3 * 4);
    p += length;
    n -= length;
    out += length / 3 * 4;
  }
  if (n) {
    uint8_t last[3] = {p[0], n == 2 ? p[1] : 0, 0};
    split3(last, out);
    kernels->spell_sextets(out, 4);
    out[3] = '=';
    if (n == 1) out[2] = '=';
    out += 4;
  }
  return (size_t)(out - start);
}
