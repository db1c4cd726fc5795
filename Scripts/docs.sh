#!/usr/bin/env bash
# Builds the documentation into .build/docs, offline and without a package plugin.
# A broken link or any other warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

if command -v xcrun >/dev/null; then
  docc=$(xcrun --find docc)
else
  docc=$(dirname "$(command -v swift)")/docc
fi
[ -x "$docc" ] || { echo "docs: docc was not found beside swift ($docc)" >&2; exit 1; }

# Graphs of modules that are gone would still be documented.
find .build -type d -name symbolgraph -prune -exec rm -rf {} + 2>/dev/null || true

log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift package dump-symbol-graph --minimum-access-level public >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
graphs=$(find .build/ -type d -name symbolgraph | head -n 1)
[ -n "$graphs" ] || { cat "$log" >&2; echo "docs: no symbol graphs were written" >&2; exit 1; }

"$docc" convert Sources/Cardmill/Cardmill.docc \
  --fallback-display-name Cardmill \
  --fallback-bundle-identifier org.cardmill.Cardmill \
  --additional-symbol-graph-dir "$graphs" \
  --warnings-as-errors \
  --output-path .build/docs
echo "documentation: .build/docs"
