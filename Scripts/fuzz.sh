#!/usr/bin/env bash
# Feeds mutated samples to every reader for a while: CARDMILL_FUZZ_SECONDS says how long.
# The tests whose names contain "Fuzz" run in a release build of their own, and those that try every
# cut of every sample with them.
set -euo pipefail
cd "$(dirname "$0")/.."

export CARDMILL_FUZZ_SECONDS=${CARDMILL_FUZZ_SECONDS:-60}
exec swift test -c release -Xswiftc -enable-testing --scratch-path .build/fuzz --filter 'Fuzz|ConformanceTests'
