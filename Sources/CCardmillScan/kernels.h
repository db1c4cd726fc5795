// The loops over long inputs. `kernels.c` has each once for every width of block.

#ifndef CARDMILL_KERNELS_H
#define CARDMILL_KERNELS_H

#include "CCardmillScan.h"

/// One width's loops.
struct cardmill_kernels {
  size_t (*count_byte)(const uint8_t *p, size_t n, uint8_t b);
  size_t (*count_line_breaks)(const uint8_t *p, size_t n);
  /// `from` is above 0.
  size_t (*find_line_start)(const uint8_t *p, size_t n, size_t from, uint8_t a, uint8_t b);
  size_t (*ascii_prefix)(const uint8_t *p, size_t n);
  /// `m` is in 1 ... `n`.
  ptrdiff_t (*find)(const uint8_t *p, size_t n, const uint8_t *needle, size_t m);
  /// Checks whole blocks from `i` on, a boundary after three bytes or more. Returns where it stopped:
  /// all before are valid, but for a last character that may go on.
  size_t (*check_utf8)(const uint8_t *p, size_t n, size_t i);
  size_t (*copy_without_white_space)(const uint8_t *p, size_t n, uint8_t *out);
  /// How many bytes are of a base64 alphabet.
  size_t (*count_sextets)(const uint8_t *p, size_t n);
  /// Writes the sextets of base64 bytes to `out` until the input or the room ends; returns where it
  /// stopped. Counts the sextets in `*count`, and in `*bad` those bytes that are not white space.
  const uint8_t *(*gather_sextets)(const uint8_t *p, const uint8_t *end, uint8_t *out, size_t room,
                                   size_t *count, size_t *bad);
  /// Packs 4 sextets into 3 bytes, `n` a multiple of 4.
  void (*pack_sextets)(const uint8_t *p, size_t n, uint8_t *out);
  /// Turns sextets into base64 letters, in place.
  void (*spell_sextets)(uint8_t *p, size_t n);
};

/// The loops for this CPU.
const struct cardmill_kernels *cardmill_kernels(void);

/// What each byte is in base64: a sextet (below 64), white space, `=` or neither.
extern const uint8_t cardmill_base64_classes[256];
enum { cardmill_base64_white = 64, cardmill_base64_end = 65, cardmill_base64_bad = 66 };

/// The letter for each sextet.
extern const uint8_t cardmill_base64_letters[65];

#endif
