#!/bin/bash
# Draws the pictures of the README and the guide anew, from the bundled sample, without a display.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --package levelwright --package levelwright-tests --bins
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target/debug/levelwright sample marathon --output "$work" > "$work/log"
sample="$work/Practice Yard.sceA"
# Nothing of where it was drawn is in a picture: the file is called by its name alone.
cd "$work"
root=$OLDPWD
draw() { "$root/target/debug/window-picture" "${@:2}" "$root/docs/images/$1.png"; }
draw window "$sample" --size 1280x800 --run perspective --select "green bob"
draw start --size 960x560
draw tree "$sample" --size 900x560 --light --click "Items, 4" --select item
draw link "$sample" --size 1200x700 --select "Polygon 3" --run pane_bytes
cp "$sample" "$work/Second Yard.sceA"
draw halves "$sample" "$work/Second Yard.sceA" --size 1280x760 --run side_by_side --select "green bob"
for view in top perspective; do
  "$root/target/debug/levelwright" render "$sample" --level 0 --view "$view" --size 640x400 \
    --output "$root/docs/images/sample-$view.png" >> "$work/log"
done
chmod 644 "$root"/docs/images/*.png
