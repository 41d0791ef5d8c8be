#!/bin/sh
# From recordings to a comparison of two settings: what was recorded is replayed under both, and each recording is
# compared with itself. Your own recordings go in the place of 'walks'.
# Usage: scenarios/examples/loops/recordings.sh [VENUESIM [FOLDER]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venuesim=${1:-venuesim}
out=${2:-out/loop-recordings}
mkdir -p "$out"

# Twenty walks to a corridor and back stand for yours. The truth may lie beside any recording: NAME.truth.csv.
"$venuesim" run "$here/../../corridor.yaml" --seeds 1-20 --record --out "$out/walks" --force --quiet

"$venuesim" replay "$out/walks/recordings" --scenario "$here/../../corridor.yaml" --out "$out/before" --force --quiet
"$venuesim" replay "$out/walks/recordings" --scenario "$here/../../corridor.yaml" --out "$out/after" --force --quiet \
  --set "stack.locator.window=6 s"
# Status 3: something got worse; 5: more recordings are needed.
"$venuesim" compare "$out/before" "$out/after" --out "$out/compared.html" || [ $? -ge 3 ]

# Stores today's figures as a baseline, and compares with it from then on.
"$venuesim" gate "$out/walks/recordings" --scenario "$here/../../corridor.yaml" --baselines "$out/baselines" \
  --update --reason "First figures" --quiet
"$venuesim" gate "$out/walks/recordings" --scenario "$here/../../corridor.yaml" --baselines "$out/baselines"

# Your own fingerprints: columns.yaml names the table's columns.
"$venuesim" survey build "$here/fingerprints/survey.csv" --out "$out/office.vspf"
"$venuesim" replay "$here/fingerprints/test.csv" --survey "$out/office.vspf" --quiet --out "$out/fingerprints" --force
"$venuesim" report "$out/fingerprints"
