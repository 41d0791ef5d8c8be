#!/bin/sh
# The operator's loop: a venue that transmits nothing is equipped, surveyed, given the beacons that the survey
# advises, and a visit to it is compared before and after: what was to be expected, and what it came to.
# Usage: scenarios/examples/loops/venue.sh [VENUESIM [FOLDER]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venuesim=${1:-venuesim}
out=${2:-out/loop-venue}
mkdir -p "$out"

# The map as an import would give it: no transmitter in it.
cp "$here/visit.yaml" "$here/gallery.yaml" "$out"
"$venuesim" check "$out/gallery.yaml"
"$venuesim" tour "$out/gallery.yaml" Entrance Cafe --out "$out/tour"

# Even Wi-Fi, then a survey's beacon plan for 5 m: pictures of the expected accuracy, and the venue with beacons.
"$venuesim" equip "$out/gallery.yaml" --access-points "20 m" --out "$out/before.yaml"
"$venuesim" survey "$out/before.yaml" --out "$out/before.vspf" --pictures "$out/expected" \
  --wanted "5 m" --apply "$out/after.yaml"

# Compares the accuracy with and without them. Status 3: something got worse; 5: more seeds are needed.
for side in before after; do
  "$venuesim" run "$out/visit.yaml" --set "venue=$side.yaml" --seeds 1-20 --out "$out/run-$side" --force --quiet
done
# The error that each survey promises beside the real one, in the same colours: errors/before and errors/after.
"$venuesim" survey "$out/after.yaml" --out "$out/after.vspf" --quiet
for side in before after; do
  "$venuesim" plot "$out/run-$side" --figure map --survey "$out/$side.vspf" --out "$out/errors/$side"
done
"$venuesim" compare "$out/run-before" "$out/run-after" --changed-scenario --out "$out/compared.html" || [ $? -ge 3 ]
