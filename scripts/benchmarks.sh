#!/bin/bash
# Prints the figures of the house, each bench beside its calibration loop. Maps are read from the data folder
# (LEVELWRIGHT_DATA or ../shared/data); benches that need them say so without it. What is promised comes first, in
# processor time; the rest is the clock's time, for which the machine has to be quiet.
#
#   scripts/benchmarks.sh             what is promised of formats, checks and the graph
#   scripts/benchmarks.sh --model     the other benches of the model and the formats as well
#   scripts/benchmarks.sh --all       and those of the window and the viewport, which take minutes to build
set -euo pipefail
cd "$(dirname "$0")/.."
export LIBGL_ALWAYS_SOFTWARE=1
uptime
cargo bench --locked -p levelwright-io --bench promises
case "${1:-}" in
  "") ;;
  # The benches alone: without --bench the libraries would be built a second time as tests.
  --model) cargo bench --locked -p levelwright-model -p levelwright-io --bench '*' ;;
  --all)
    # The rasteriser draws on the thread that asks, so that its processor time is counted.
    LP_NUM_THREADS=0 cargo bench --locked -p levelwright --bench promises
    cargo bench --locked -p levelwright-model -p levelwright-io -p levelwright-viewport -p levelwright --bench '*'
    ;;
  *) echo "unknown: $1" && exit 2 ;;
esac
uptime
