#!/usr/bin/env bash
# Runs tests under the address sanitizer: CARDMILL_SANITIZE_FILTER=REGEX picks them.
set -euo pipefail
cd "$(dirname "$0")/.."

filter=${CARDMILL_SANITIZE_FILTER:-'Cardmill(VCard|CSV|JSON|XML|Files|Plugins)?Tests'}
export ASAN_OPTIONS=detect_leaks=0
exec swift test --sanitize=address --scratch-path .build/asan --filter "$filter"
