#!/usr/bin/env bash
# Installs what the build needs and is missing; does nothing when all is there.
#
# Needed: Swift 6.2 or later, a C compiler with the headers of the C library, pkg-config, and the
# headers of SQLite (expressions), libxml2 (XML) and PCRE2 (REGEXP).
# Wanted: python3 (only the runners in Tests/Faults and the like use it).
# A new C library is one more `need` line.
set -euo pipefail

missing_apt=()
missing_brew=()
missing_names=()

# need NAME APT-PACKAGE BREW-FORMULA TEST...: notes NAME as missing when the test fails.
need() {
  local name=$1 apt=$2 brew=$3
  shift 3
  if "$@" >/dev/null 2>&1 </dev/null; then return 0; fi
  missing_names+=("$name")
  if [ -n "$apt" ]; then missing_apt+=("$apt"); fi
  if [ -n "$brew" ]; then missing_brew+=("$brew"); fi
}

# as_root COMMAND...: runs it as root, through sudo where that is needed and there.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    return 1
  fi
}

fail() {
  echo "setup: $1" >&2
  exit 1
}

check_swift() {
  command -v swift >/dev/null \
    || fail "Swift is missing. Install Swift 6.2 or later from https://www.swift.org/install and put it on PATH"
  local version major minor
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail "cannot tell the version of $(command -v swift); Swift 6.2 or later is needed"
  major=${version%%.*}
  minor=${version#*.}
  if [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; then
    fail "Swift $version is too old. Install Swift 6.2 or later from https://www.swift.org/install"
  fi
}

# The compiler comes with the toolchain; the headers come from the system.
can_compile_c() {
  local compiler
  for compiler in "$(dirname "$(command -v swift)")/clang" clang cc; do
    if command -v "$compiler" >/dev/null \
      && printf '#include <stdint.h>\n#include <stdlib.h>\nint main(void) { return 0; }\n' \
      | "$compiler" -x c -fsyntax-only -; then
      return 0
    fi
  done
  return 1
}

install_missing() {
  if command -v apt-get >/dev/null && [ "${#missing_apt[@]}" -gt 0 ]; then
    echo "setup: installing ${missing_apt[*]}" >&2
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2 || true
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${missing_apt[@]}" </dev/null >&2
  elif command -v brew >/dev/null && [ "${#missing_brew[@]}" -gt 0 ]; then
    echo "setup: installing ${missing_brew[*]}" >&2
    brew install "${missing_brew[@]}" </dev/null >&2
  else
    return 1
  fi
}

check_swift

need "a C compiler with the headers of the C library (on a Mac: xcode-select --install)" \
  libc6-dev "" can_compile_c
if [ "${#missing_names[@]}" -gt 0 ]; then
  install_missing && can_compile_c >/dev/null 2>&1 || fail "please install: $(printf '%s; ' "${missing_names[@]}")"
fi

# can_include HEADER LIBRARY LINE...: whether C finds a library's header where pkg-config says.
can_include() {
  local compiler flags
  flags=$(pkg-config --cflags "$2") || return 1
  for compiler in "$(dirname "$(command -v swift)")/clang" clang cc; do
    # shellcheck disable=SC2086  # the flags are words
    if command -v "$compiler" >/dev/null \
      && printf '%s\n#include <%s>\n' "${3:-}" "$1" | "$compiler" $flags -x c -fsyntax-only -; then
      return 0
    fi
  done
  return 1
}
has_sqlite() { can_include sqlite3.h sqlite3; }
has_libxml2() { can_include libxml/parser.h libxml-2.0; }
has_pcre2() { can_include pcre2.h libpcre2-8 '#define PCRE2_CODE_UNIT_WIDTH 8'; }

missing_apt=() missing_brew=() missing_names=()
need "pkg-config" pkg-config pkg-config command -v pkg-config
need "SQLite with its headers" libsqlite3-dev sqlite has_sqlite
need "libxml2 with its headers" libxml2-dev libxml2 has_libxml2
need "PCRE2 with its headers" libpcre2-dev pcre2 has_pcre2
if [ "${#missing_names[@]}" -gt 0 ]; then
  install_missing && has_sqlite >/dev/null 2>&1 && has_pcre2 >/dev/null 2>&1 \
    && has_libxml2 >/dev/null 2>&1 \
    || fail "please install: $(printf '%s; ' "${missing_names[@]}")"
fi

missing_apt=() missing_brew=() missing_names=()
need "python3" python3 python3 command -v python3
if [ "${#missing_names[@]}" -gt 0 ]; then
  install_missing || echo "setup: python3 is missing; the runners that need it are skipped" >&2
fi
