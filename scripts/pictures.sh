#!/bin/bash
# Draws the pictures of the README and the guide anew, from the bundled samples, without a display.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --package levelwright --package levelwright-tests --bins
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for game in marathon oni shock warriors; do
  target/debug/levelwright sample "$game" --output "$work/$game" > "$work/log"
done
draw() { "$root/target/debug/window-picture" "${@:2}" "$root/docs/images/$1.png"; }
# Nothing of where it was drawn is in a picture: a file is called by its name alone.
cd "$work/marathon"
sample="Practice Yard.sceA"
draw window "$sample" --size 1280x800 --run perspective --select "green bob"
draw start --size 960x560
draw tree "$sample" --size 900x560 --light --click "Items, 4" --select item
draw link "$sample" --size 1200x700 --select "Polygon 3" --run pane_bytes
cp "$sample" "Second Yard.sceA"
draw halves "$sample" "Second Yard.sceA" --size 1280x760 --run side_by_side --select "green bob"
for view in top perspective; do
  "$root/target/debug/levelwright" render "$sample" --level 0 --view "$view" --size 640x400 \
    --output "$root/docs/images/sample-$view.png" >> "$work/log"
done
cd "$work/oni"
draw oni level1_Practice.dat --size 1200x720 --run perspective --select hall_round --run pane_graph
cd "$work/shock"
draw shock archive.dat --size 1200x720 --light --select "Entry trigger: use four" --run pane_graph
cd "$work/warriors"
draw warriors level0.lev --size 1200x720 --run perspective --select "Door 1: dyn_door_store" --run pane_links
chmod 644 "$root"/docs/images/*.png
