#!/bin/bash
# Opens the real window on a display of its own, clicks, takes a picture, and checks that an idle window costs no
# processor time. Debian packages: xvfb openbox xdotool imagemagick libgl1-mesa-dri.
#
#   scripts/smoke-window.sh [PROGRAM] [FOLDER FOR PICTURES]
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-target/release/levelwright}")
pictures=${2:-$(mktemp -d)}
mkdir -p "$pictures"
missing=""
for tool in Xvfb:xvfb openbox:openbox xdotool:xdotool import:imagemagick; do
  command -v "${tool%%:*}" > /dev/null || missing="$missing ${tool##*:}"
done
if [ -n "$missing" ]; then
  echo "missing Debian packages:$missing"
  exit 2
fi
[ -x "$program" ] || { echo "there is no program $program: cargo build --release"; exit 2; }

work=$(mktemp -d)
children=()
end() {
  for child in "${children[@]}"; do kill "$child" 2> /dev/null || true; done
  rm -rf "$work"
}
trap end EXIT

# Everything is waited for as long as its process lives. After a pause the first start reads some 300 MB of libraries
# (LLVM draws here); a disk that gives 6 MB a second needs half a minute for that.
patience=180
# Waits for a condition: what for, the process that has to live, its log, the condition.
await() {
  local what=$1 process=$2 log=$3
  shift 3
  local until=$((SECONDS + patience))
  until "$@"; do
    kill -0 "$process" 2> /dev/null || { echo "$what ended:"; cat "$log"; exit 1; }
    [ $SECONDS -lt $until ] || { echo "$what is not there after $patience seconds:"; cat "$log"; exit 1; }
    sleep 0.02
  done
}

# Without -noreset the server starts anew whenever the last client leaves, and xdotool is a client that leaves.
Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp -noreset 3> "$work/display" 2> "$work/xvfb.log" &
children+=($!)
await Xvfb $! "$work/xvfb.log" test -s "$work/display"
DISPLAY=:$(cat "$work/display")
export DISPLAY
unset WAYLAND_DISPLAY
# Nothing of the person's own settings is read or written.
export HOME=$work XDG_DATA_HOME=$work/data XDG_CONFIG_HOME=$work/config XDG_RUNTIME_DIR=$work
openbox > "$work/openbox.log" 2>&1 &
children+=($!)
# A window manager says how many desktops there are.
managed() { xdotool get_num_desktops > /dev/null 2>&1; }
await openbox $! "$work/openbox.log" managed

started=$(date +%s%N)
"$program" > "$work/program.log" 2>&1 &
app=$!
children+=("$app")
window=""
found() { window=$(xdotool search --onlyvisible --name Levelwright 2> /dev/null | head -1 || true); [ -n "$window" ]; }
await "the window" "$app" "$work/program.log" found
echo "window after $(( ($(date +%s%N) - started) / 1000000 )) ms"
xdotool windowactivate --sync "$window" windowsize --sync "$window" 1360 860 windowmove --sync "$window" 10 20
sleep 2
shot() { import -window "$window" "$pictures/$1.png"; }
title() { xdotool getwindowname "$window"; }
click() { xdotool mousemove --window "$window" "$1" "$2"; sleep 0.3; xdotool click 1; sleep 0.7; }
# Ticks of the processor that the program has used (utime and stime, a hundred to a second).
ticks() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$app/stat"; }
idle() {
  sleep 3
  local before after
  before=$(ticks)
  sleep 10
  after=$(ticks)
  echo "$1: $(( after - before )) hundredths of a second of processor time in ten seconds"
  # The window system may ask for a frame now and then; an animation would cost hundreds.
  [ $(( after - before )) -le 5 ] || { echo "the window is not idle"; exit 1; }
}

shot start
idle "start page"
# The first control that Tab reaches behind the menus is the sample; its place is found by clicking it.
click 420 230
title | grep -q "Practice Yard" || { shot failed; echo "the sample did not open: $(title)"; exit 1; }
sleep 1
shot sample
idle "sample"
xdotool key --window "$window" ctrl+f
sleep 0.5
xdotool type --window "$window" monster
sleep 0.7
idle "typing into the filter"
shot filter
xdotool key --window "$window" ctrl+e
sleep 0.3
xdotool key --window "$window" Down Down
sleep 0.5
xdotool key --window "$window" alt+Right
sleep 0.7
title | grep -q "●" || { shot failed; echo "the nudge changed nothing: $(title)"; exit 1; }
xdotool key --window "$window" ctrl+z
sleep 0.7
! title | grep -q "●" || { shot failed; echo "undo did not undo: $(title)"; exit 1; }
click 660 330
shot selected
xdotool key --window "$window" ctrl+q
for _ in $(seq 50); do kill -0 "$app" 2> /dev/null || break; sleep 0.1; done
if kill -0 "$app" 2> /dev/null; then shot failed; echo "Ctrl+Q did not end the program"; exit 1; fi
wait "$app"
echo "fine; pictures in $pictures"
