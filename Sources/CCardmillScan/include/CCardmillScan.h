// Byte scanning for Cardmill: finding, counting, checking and base64, with wide instructions where
// the CPU has them. No function reads outside `p ..< p + n`; `p` may be null when `n` is 0.

#ifndef CCARDMILLSCAN_H
#define CCARDMILLSCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: - Blocks

// A block is the bytes that one step looks at: 16 with SSE2 or NEON, else 8 in a plain integer.
// A comparison of a block gives a block too: its matching bytes have (at least) the top bit set.
// Define CARDMILL_PORTABLE to have the plain integers everywhere.

#define CARDMILL_INLINE static inline __attribute__((always_inline, unused))

/// Reads 8 bytes as a little-endian integer.
CARDMILL_INLINE uint64_t cardmill_load8(const uint8_t *p) {
  uint64_t v;
  __builtin_memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

/// Reads `n` < 8 bytes as a little-endian integer, the missing ones as 0.
CARDMILL_INLINE uint64_t cardmill_load_below8(const uint8_t *p, size_t n) {
  if (n >= 4) {
    uint32_t low, high;
    __builtin_memcpy(&low, p, 4);
    __builtin_memcpy(&high, p + n - 4, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    low = __builtin_bswap32(low);
    high = __builtin_bswap32(high);
#endif
    return low | (uint64_t)high << (8 * (n - 4));
  }
  if (n == 0) return 0;
  return p[0] | (uint64_t)p[n / 2] << (8 * (n / 2)) | (uint64_t)p[n - 1] << (8 * (n - 1));
}

#if !defined(CARDMILL_PORTABLE) &&                                                                 \
    (defined(__x86_64__) || (defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))

#define CARDMILL_WIDTH 16
typedef uint8_t cardmill_block __attribute__((vector_size(16)));
typedef uint64_t cardmill_block_halves __attribute__((vector_size(16)));

/// Reads one block.
CARDMILL_INLINE cardmill_block cardmill_load(const uint8_t *p) {
  cardmill_block v;
  __builtin_memcpy(&v, p, 16);
  return v;
}

/// Reads a block of `n` < 16 bytes, the missing ones as 0.
CARDMILL_INLINE cardmill_block cardmill_load_part(const uint8_t *p, size_t n) {
  if (n < 8) return (cardmill_block)(cardmill_block_halves){cardmill_load_below8(p, n), 0};
  uint64_t high = n == 8 ? 0 : cardmill_load8(p + n - 8) >> (8 * (16 - n));
  return (cardmill_block)(cardmill_block_halves){cardmill_load8(p), high};
}

/// Marks the bytes that are `b`.
CARDMILL_INLINE cardmill_block cardmill_equal(cardmill_block v, uint8_t b) {
  return (cardmill_block)(v == (cardmill_block){0} + b);
}

/// Marks the bytes below `b`, which is at most 0x80.
CARDMILL_INLINE cardmill_block cardmill_less(cardmill_block v, uint8_t b) {
  return (cardmill_block)(v < (cardmill_block){0} + b);
}

#ifdef __x86_64__

typedef char cardmill_block_chars __attribute__((vector_size(16)));
#define CARDMILL_BITS 1

/// One bit for each marked byte, `CARDMILL_BITS` apart, the first byte's the lowest.
CARDMILL_INLINE uint64_t cardmill_bits(cardmill_block marks) {
  return (uint32_t)__builtin_ia32_pmovmskb128((cardmill_block_chars)marks);
}

#else

typedef uint16_t cardmill_block_pairs __attribute__((vector_size(16)));
typedef uint8_t cardmill_block_half __attribute__((vector_size(8)));
#define CARDMILL_BITS 4

/// One bit for each marked byte, `CARDMILL_BITS` apart, the first byte's the lowest.
CARDMILL_INLINE uint64_t cardmill_bits(cardmill_block marks) {
  cardmill_block_half half =
      __builtin_convertvector((cardmill_block_pairs)marks >> 4, cardmill_block_half);
  return (uint64_t)half & 0x8888888888888888;
}

#endif
#else

#define CARDMILL_WIDTH 8
#define CARDMILL_BITS 8
#define CARDMILL_EACH 0x0101010101010101u
typedef uint64_t cardmill_block;

/// Reads one block.
CARDMILL_INLINE cardmill_block cardmill_load(const uint8_t *p) { return cardmill_load8(p); }

/// Reads a block of `n` < 8 bytes, the missing ones as 0.
CARDMILL_INLINE cardmill_block cardmill_load_part(const uint8_t *p, size_t n) {
  return cardmill_load_below8(p, n);
}

/// Marks the bytes that are `b`.
CARDMILL_INLINE cardmill_block cardmill_equal(cardmill_block v, uint8_t b) {
  cardmill_block x = v ^ CARDMILL_EACH * b;
  return ~(((x & CARDMILL_EACH * 0x7F) + CARDMILL_EACH * 0x7F) | x) & CARDMILL_EACH * 0x80;
}

/// Marks the bytes below `b`, which is at most 0x80.
CARDMILL_INLINE cardmill_block cardmill_less(cardmill_block v, uint8_t b) {
  return ~(((v | CARDMILL_EACH * 0x80) - CARDMILL_EACH * b) | v) & CARDMILL_EACH * 0x80;
}

/// One bit for each marked byte, `CARDMILL_BITS` apart, the first byte's the lowest.
CARDMILL_INLINE uint64_t cardmill_bits(cardmill_block marks) { return marks; }

#endif

// MARK: - Short inputs

/// The body of a function that returns the index of the first byte in `p ..< p + n` that `match`, an
/// expression of the block `v`, marks; else `n`. The last step overlaps the one before it.
#define CARDMILL_RETURN_FIRST(match)                                                               \
  size_t i = 0;                                                                                    \
  for (; n - i >= CARDMILL_WIDTH; i += CARDMILL_WIDTH) {                                           \
    cardmill_block v = cardmill_load(p + i);                                                       \
    uint64_t bits = cardmill_bits(match);                                                          \
    if (bits) return i + (size_t)__builtin_ctzll(bits) / CARDMILL_BITS;                            \
  }                                                                                                \
  if (i == n) return n;                                                                            \
  i = i ? n - CARDMILL_WIDTH : 0;                                                                  \
  cardmill_block v = i || n == CARDMILL_WIDTH ? cardmill_load(p + i) : cardmill_load_part(p, n);   \
  uint64_t bits = cardmill_bits(match);                                                            \
  if (!bits) return n;                                                                             \
  i += (size_t)__builtin_ctzll(bits) / CARDMILL_BITS;                                              \
  return i < n ? i : n;

/// The index of the first CR or LF, else `n`.
static inline size_t cardmill_find_line_break(const uint8_t *p, size_t n) {
  CARDMILL_RETURN_FIRST(cardmill_equal(v, '\r') | cardmill_equal(v, '\n'))
}

/// The index of the first `a`, else `n`.
static inline size_t cardmill_find_byte(const uint8_t *p, size_t n, uint8_t a) {
  CARDMILL_RETURN_FIRST(cardmill_equal(v, a))
}

/// The index of the first `a` or `b`, else `n`.
static inline size_t cardmill_find_byte2(const uint8_t *p, size_t n, uint8_t a, uint8_t b) {
  CARDMILL_RETURN_FIRST(cardmill_equal(v, a) | cardmill_equal(v, b))
}

/// The index of the first `a`, `b` or `c`, else `n`.
static inline size_t cardmill_find_byte3(
    const uint8_t *p, size_t n, uint8_t a, uint8_t b, uint8_t c) {
  CARDMILL_RETURN_FIRST(cardmill_equal(v, a) | cardmill_equal(v, b) | cardmill_equal(v, c))
}

/// The index of the first `a`, `b`, `c` or `d`, else `n`.
static inline size_t cardmill_find_byte4(
    const uint8_t *p, size_t n, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  CARDMILL_RETURN_FIRST(
      cardmill_equal(v, a) | cardmill_equal(v, b) | cardmill_equal(v, c) | cardmill_equal(v, d))
}

/// The index of the first byte that a JSON string escapes (below 0x20, `"` or `\`), else `n`.
static inline size_t cardmill_find_special(const uint8_t *p, size_t n) {
  CARDMILL_RETURN_FIRST(
      cardmill_less(v, 0x20) | cardmill_equal(v, '"') | cardmill_equal(v, '\\'))
}

/// The index of the first byte that vCard text escapes (CR, LF, `,`, `;` or `\`), else `n`.
static inline size_t cardmill_find_text_escape(const uint8_t *p, size_t n) {
  CARDMILL_RETURN_FIRST(
      cardmill_equal(v, '\r') | cardmill_equal(v, '\n') | cardmill_equal(v, ',') |
      cardmill_equal(v, ';') | cardmill_equal(v, '\\'))
}

/// One bit for each of at most 64 bytes, the first one's the lowest: set for `,`, `;`, `\` and `"`.
static inline uint64_t cardmill_separator_marks(const uint8_t *p, size_t n) {
  uint64_t marks = 0;
#if CARDMILL_WIDTH == 16 && CARDMILL_BITS == 1
  for (size_t i = 0; i < n; i += 16) {
    cardmill_block v = n - i >= 16 ? cardmill_load(p + i) : cardmill_load_part(p + i, n - i);
    marks |= cardmill_bits(
                 cardmill_equal(v, ',') | cardmill_equal(v, ';') | cardmill_equal(v, '\\') |
                 cardmill_equal(v, '"'))
             << i;
  }
#else
  for (size_t i = 0; i < n; i++)
    marks |= (uint64_t)(p[i] == ',' || p[i] == ';' || p[i] == '\\' || p[i] == '"') << i;
#endif
  return marks;
}

// MARK: - Long inputs

/// How many bytes are `b`.
size_t cardmill_count_byte(const uint8_t *p, size_t n, uint8_t b);

/// How many line breaks there are, read from the left: LF, CR LF, CR CR LF, or any other CR.
size_t cardmill_count_line_breaks(const uint8_t *p, size_t n);

/// The first index from `from` on that starts a line (0, or after CR or LF) and whose byte `| 0x20`
/// is `lower_a` or `lower_b`; else `n`.
size_t cardmill_find_line_start(
    const uint8_t *p, size_t n, size_t from, uint8_t lower_a, uint8_t lower_b);

/// The length of the leading run of ASCII bytes.
size_t cardmill_ascii_prefix(const uint8_t *p, size_t n);

/// The length of the longest prefix that is whole, valid UTF-8 (Unicode's table 3-7).
size_t cardmill_valid_utf8_prefix(const uint8_t *p, size_t n);

/* The number of processors that this process may use; at least 1. */
int cardmill_usable_processors(void);

/// The index of the first copy of the needle, else -1. An empty needle is at 0. For short needles:
/// the time grows with `n * m` when the text repeats the needle's first and last bytes.
ptrdiff_t cardmill_find(const uint8_t *p, size_t n, const uint8_t *needle, size_t m);

// MARK: - Base64

/// Decodes base64 (either alphabet) to `out`, which has room for `n / 4 * 3 + 3` bytes and does not
/// overlap the input; returns how many it wrote. Space, tab, CR and LF are skipped; `=` ends the
/// data. `*bad` (unless null) gets the number of other bytes that were skipped, before or after the
/// end, plus one when a single sextet is left over.
size_t cardmill_base64_decode(const uint8_t *p, size_t n, uint8_t *out, size_t *bad);

/// How many bytes `cardmill_base64_decode` would write.
size_t cardmill_base64_decoded_size(const uint8_t *p, size_t n);

/// Encodes to base64 with `=` and without line breaks; returns how many bytes it wrote to `out`,
/// always `(n + 2) / 3 * 4`. The two must not overlap.
size_t cardmill_base64_encode(const uint8_t *p, size_t n, uint8_t *out);

/// Copies all but space, tab, CR and LF to `out`, which has room for `n` bytes and does not overlap
/// the input; returns how many bytes it kept. It may also write over the rest of those `n` bytes.
size_t cardmill_copy_without_white_space(const uint8_t *p, size_t n, uint8_t *out);

// MARK: - Digests

/// A SHA-256 digest under way.
typedef struct {
  uint32_t words[8];
  uint64_t length;
  uint8_t pending[64];
} cardmill_sha256_state;

/// Starts a digest.
void cardmill_sha256_init(cardmill_sha256_state *state);

/// Adds bytes to a digest.
void cardmill_sha256_update(cardmill_sha256_state *state, const uint8_t *p, size_t n);

/// Ends a digest; its state needs `cardmill_sha256_init` before it can be used again.
void cardmill_sha256_final(cardmill_sha256_state *state, uint8_t out[32]);

/// The SHA-1 digest of a range, for name-based UUIDs only.
void cardmill_sha1(const uint8_t *p, size_t n, uint8_t out[20]);

#ifdef __cplusplus
}
#endif

#endif
