#!/usr/bin/env bash
# Converts every sample file and shows some results: demo.sh [COMMAND]
# Each command is printed before it runs; the first failure ends the demo.
set -euo pipefail
cd "$(dirname "$0")/.."

command=${1:-.build/release/cardmill}
output=.build/demo
rm -rf "$output"
mkdir -p "$output"

# show COMMAND...: prints the command, then runs it.
show() {
  local word
  printf '\n$'
  for word in "$@"; do printf ' %s' "$word"; done
  printf '\n'
  "$@"
}

title() { printf '\n== %s\n' "$1"; }

title "Every vCard to Cardmill's own CSV"
count=0
for file in SampleData/vcard/*.vcf; do
  name=$(basename "$file" .vcf)
  show "$command" convert "$file" -o "$output/$name.csv"
  count=$((count + 1))
done

title "Every other sample to vCard 4.0"
for file in SampleData/json/* SampleData/csv/* SampleData/xml/*; do
  [ -f "$file" ] || continue
  show "$command" convert "$file" --to vcard:4.0 -o "$output/$(basename "${file%.*}")-$(basename "$(dirname "$file")").vcf"
  count=$((count + 1))
done

title "The CSV back to vCard 3.0: nothing is lost"
show "$command" convert "$output/apple-iphone-3.0.csv" --to vcard:3.0 -o "$output/apple-iphone-again.vcf"

title "One iPhone card as contact JSON"
show "$command" convert SampleData/vcard/apple-iphone-3.0.vcf --to json

title "An Android card, vCard 2.1, as vCard 4.0"
show "$command" convert SampleData/vcard/android-2.1.vcf --to vcard:4.0

title "What is in a damaged file"
show "$command" inspect SampleData/vcard/damaged.vcf
show "$command" explain missing-end

title "Google's contacts for Outlook, with what Outlook cannot hold"
show "$command" convert SampleData/csv/google-2024.csv --to csv:outlook -o "$output/outlook.csv" --losses "$output/outlook-losses.vcf"

title "Contacts without an e-mail address taken out, and put back: every byte"
show "$command" prune SampleData/vcard/android-2.1.vcf --where "email_count = 0" --max-delete 90% \
  -o "$output/kept.vcf" --removed "$output/gone.vcf"
show "$command" restore "$output/kept.vcf" --removed "$output/gone.vcf" -o "$output/whole.vcf"
show cmp SampleData/vcard/android-2.1.vcf "$output/whole.vcf"

printf '\n%s sample files converted; the results are in %s/\n' "$count" "$output"
