#include <string.h>

#include "CCardmillScan.h"
#include "cpu.h"

#ifdef CARDMILL_X86
#include <immintrin.h>
#endif

/// Reads 4 bytes as a big-endian integer.
CARDMILL_INLINE uint32_t load_big(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/// Writes big-endian integers.
static void store_big(const uint32_t *words, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count * 4; i++) out[i] = (uint8_t)(words[i / 4] >> (24 - i % 4 * 8));
}

/// Rotates to the right.
CARDMILL_INLINE uint32_t rotate(uint32_t v, int by) { return v >> by | v << (32 - by); }

/// Writes the end of a message to one or two blocks: its last bytes, a 1 bit, its length. Returns
/// how many blocks.
static size_t pad(uint8_t blocks[128], const uint8_t *p, uint64_t length) {
  size_t last = length % 64, count = last < 56 ? 1 : 2;
  memset(blocks, 0, 128);
  if (last) memcpy(blocks, p, last);
  blocks[last] = 0x80;
  uint32_t bits[2] = {(uint32_t)(length >> 29), (uint32_t)(length << 3)};
  store_big(bits, 2, blocks + count * 64 - 8);
  return count;
}

// MARK: - SHA-256

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/// Adds whole blocks to a digest.
static void add_plainly(uint32_t words[8], const uint8_t *p, size_t count) {
  for (; count; count--, p += 64) {
    uint32_t w[64], a = words[0], b = words[1], c = words[2], d = words[3], e = words[4],
                    f = words[5], g = words[6], h = words[7];
    for (int i = 0; i < 16; i++) w[i] = load_big(p + i * 4);
    for (int i = 16; i < 64; i++) {
      uint32_t x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] +
             (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
    }
    for (int i = 0; i < 64; i++) {
      uint32_t x = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                   constants[i] + w[i];
      uint32_t y = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + x, d = c, c = b, b = a, a = x + y;
    }
    words[0] += a, words[1] += b, words[2] += c, words[3] += d;
    words[4] += e, words[5] += f, words[6] += g, words[7] += h;
  }
}

#ifdef CARDMILL_X86

/// Adds whole blocks to a digest with the SHA extensions, four rounds a step.
__attribute__((target("sha,sse4.1"))) static void add_with_extensions(
    uint32_t words[8], const uint8_t *p, size_t count) {
  const __m128i swap = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
  __m128i *ends = (__m128i *)words;
  const __m128i *k = (const __m128i *)constants;
  // The instructions want the state as A B E F and C D G H.
  __m128i dcba = _mm_loadu_si128(ends), hgfe = _mm_loadu_si128(ends + 1);
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1), efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
#define ROUNDS(w, i)                                                                               \
  do {                                                                                             \
    __m128i sum = _mm_add_epi32(w, _mm_loadu_si128(k + (i)));                                      \
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);                                                 \
    abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));                        \
  } while (0)
  // The next four message words, in place of the oldest.
#define NEXT(w0, w1, w2, w3)                                                                       \
  w0 = _mm_sha256msg2_epu32(                                                                       \
      _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4)), w3)
  for (; count; count--, p += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++)
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + i), swap);
    for (int i = 0;; i += 4) {
      ROUNDS(w[0], i);
      ROUNDS(w[1], i + 1);
      ROUNDS(w[2], i + 2);
      ROUNDS(w[3], i + 3);
      if (i == 12) break;
      NEXT(w[0], w[1], w[2], w[3]);
      NEXT(w[1], w[2], w[3], w[0]);
      NEXT(w[2], w[3], w[0], w[1]);
      NEXT(w[3], w[0], w[1], w[2]);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
#undef ROUNDS
#undef NEXT
  __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(ends, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(ends + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#endif

/// Adds whole blocks to a digest.
static void add(uint32_t words[8], const uint8_t *p, size_t count) {
#ifdef CARDMILL_X86
  if (cardmill_cpu() & cardmill_has_sha) {
    add_with_extensions(words, p, count);
    return;
  }
#endif
  add_plainly(words, p, count);
}

void cardmill_sha256_init(cardmill_sha256_state *state) {
  static const uint32_t start[8] = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  memcpy(state->words, start, sizeof start);
  state->length = 0;
}

void cardmill_sha256_update(cardmill_sha256_state *state, const uint8_t *p, size_t n) {
  if (n == 0) return;
  size_t held = state->length % 64;
  state->length += n;
  if (held) {
    size_t taken = n < 64 - held ? n : 64 - held;
    memcpy(state->pending + held, p, taken);
    p += taken;
    n -= taken;
    if (held + taken < 64) return;
    add(state->words, state->pending, 1);
  }
  add(state->words, p, n / 64);
  memcpy(state->pending, p + n / 64 * 64, n % 64);
}

void cardmill_sha256_final(cardmill_sha256_state *state, uint8_t out[32]) {
  uint8_t blocks[128];
  add(state->words, blocks, pad(blocks, state->pending, state->length));
  store_big(state->words, 8, out);
}

// MARK: - SHA-1

/// Adds whole blocks to a SHA-1 digest.
static void add_sha1(uint32_t words[5], const uint8_t *p, size_t count) {
  for (; count; count--, p += 64) {
    uint32_t w[80], a = words[0], b = words[1], c = words[2], d = words[3], e = words[4];
    for (int i = 0; i < 16; i++) w[i] = load_big(p + i * 4);
    for (int i = 16; i < 80; i++) w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 31);
    for (int i = 0; i < 80; i++) {
      uint32_t x = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                   : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                   : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                            : (b ^ c ^ d) + 0xca62c1d6;
      x += rotate(a, 27) + e + w[i];
      e = d, d = c, c = rotate(b, 2), b = a, a = x;
    }
    words[0] += a, words[1] += b, words[2] += c, words[3] += d, words[4] += e;
  }
}

void cardmill_sha1(const uint8_t *p, size_t n, uint8_t out[20]) {
  uint32_t words[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  uint8_t blocks[128];
  size_t whole = n / 64;
  add_sha1(words, p, whole);
  size_t count = pad(blocks, n ? p + whole * 64 : p, n);
  add_sha1(words, blocks, count);
  store_big(words, 5, out);
}
