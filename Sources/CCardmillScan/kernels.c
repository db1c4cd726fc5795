#include "kernels.h"

#include <string.h>

#include "cpu.h"

#ifdef CARDMILL_X86
#include <immintrin.h>
#elif defined(__aarch64__) && CARDMILL_WIDTH == 16
#include <arm_neon.h>
#endif

/// Packs 8 sextets into 6 bytes, or 4 into 3 at the end.
CARDMILL_INLINE void pack_plainly(const uint8_t *p, size_t n, uint8_t *out) {
  for (; n >= 8; p += 8, n -= 8, out += 6) {
    uint64_t v = __builtin_bswap64(cardmill_load8(p));
    v = (v >> 2 & 0x0FC00FC00FC00FC0) | (v & 0x003F003F003F003F);
    v = (v >> 4 & 0x00FFF00000FFF000) | (v & 0x00000FFF00000FFF);
    v = (v >> 8 & 0x0000FFFFFF000000) | (v & 0x0000000000FFFFFF);
    uint32_t high = (uint32_t)(v >> 16);
    uint16_t low = (uint16_t)v;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    high = __builtin_bswap32(high);
    low = __builtin_bswap16(low);
#endif
    memcpy(out, &high, 4);
    memcpy(out + 4, &low, 2);
  }
  if (n) {
    out[0] = (uint8_t)(p[0] << 2 | p[1] >> 4);
    out[1] = (uint8_t)(p[1] << 4 | p[2] >> 2);
    out[2] = (uint8_t)(p[2] << 6 | p[3]);
  }
}

// The baseline.

#define NAME(f) f##_baseline
#define TARGET
#define BLOCK cardmill_block
#define WIDTH CARDMILL_WIDTH
#define SPACING CARDMILL_BITS
#define LOAD(p) cardmill_load(p)
#define EQUAL(v, b) cardmill_equal(v, b)
#define LESS(v, b) cardmill_less(v, b)
#define BITS(marks) cardmill_bits(marks)
#define PACK(p, n, out) pack_plainly(p, n, out)
#if CARDMILL_WIDTH == 16
#define SPLAT(b) ((BLOCK){0} + (uint8_t)(b))
#define TALLY(t, marks) ((t) - (marks))
#define ALL_BITS cardmill_bits(cardmill_equal((cardmill_block){0}, 0))
#else
#define SPLAT(b) (CARDMILL_EACH * (uint8_t)(b))
#define TALLY(t, marks) ((t) + ((marks) >> 7))
#define ALL_BITS (CARDMILL_EACH * 0x80)
#endif
#if defined(__aarch64__) && CARDMILL_WIDTH == 16
#define LOOKUP(table, v) ((BLOCK)vqtbl1q_u8(vld1q_u8(table), (uint8x16_t)(v)))
#endif

#include "kernels_body.h"

// AVX2.

#ifdef CARDMILL_X86

#undef NAME
#undef TARGET
#undef BLOCK
#undef WIDTH
#undef SPACING
#undef LOAD
#undef EQUAL
#undef LESS
#undef BITS
#undef PACK
#undef ALL_BITS

#define TARGET __attribute__((target("avx2")))
typedef uint8_t block32 __attribute__((vector_size(32)));
typedef uint8_t loose_block32 __attribute__((vector_size(32), aligned(1), may_alias));
typedef char chars32 __attribute__((vector_size(32)));

/// Packs 32 sextets into 24 bytes at a time.
TARGET static void pack_avx2(const uint8_t *p, size_t n, uint8_t *out) {
  const __m256i order = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  for (; n >= 32; p += 32, n -= 32, out += 24) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    v = _mm256_maddubs_epi16(v, _mm256_set1_epi32(0x01400140));
    v = _mm256_madd_epi16(v, _mm256_set1_epi32(0x00011000));
    v = _mm256_shuffle_epi8(v, order);
    v = _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
    _mm_storeu_si128((__m128i *)out, _mm256_castsi256_si128(v));
    _mm_storel_epi64((__m128i *)(out + 16), _mm256_extracti128_si256(v, 1));
  }
  pack_plainly(p, n, out);
}

#define NAME(f) f##_avx2
#define BLOCK block32
#define WIDTH 32
#define SPACING 1
#define LOAD(p) (*(const loose_block32 *)(p))
#define EQUAL(v, b) ((BLOCK)((v) == SPLAT(b)))
#define LESS(v, b) ((BLOCK)((v) < SPLAT(b)))
#define BITS(marks) ((uint64_t)(uint32_t)__builtin_ia32_pmovmskb256((chars32)(marks)))
#define ALL_BITS 0xFFFFFFFFu
#define PACK(p, n, out) pack_avx2(p, n, out)
#define LOOKUP(table, v)                                                                           \
  ((BLOCK)_mm256_shuffle_epi8(                                                                     \
      _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table))), (__m256i)(v)))

#include "kernels_body.h"

#endif

const struct cardmill_kernels *cardmill_kernels(void) {
#ifdef CARDMILL_X86
  if (cardmill_cpu() & cardmill_has_avx2) return &kernels_avx2;
#endif
  return &kernels_baseline;
}
