// PCRE2 for patterns and texts in UTF-8. Its functions are macros that put the width behind a
// name, which Swift does not import: here they have names of their own.
#ifndef CARDMILL_CPCRE2_SHIM_H
#define CARDMILL_CPCRE2_SHIM_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/// Options of every pattern: UTF-8, also with damaged bytes in the text, and Unicode's classes;
/// `\C`, which takes characters apart, is refused.
static inline uint32_t cardmill_pcre2_options(void) {
  return PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
}

#endif
