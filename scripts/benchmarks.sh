#!/bin/bash
# Prints the figures of the house, each bench beside its calibration loop. Maps are read from the data folder
# (LEVELWRIGHT_DATA or ../shared/data); benches that need them say so without it. Run it on a quiet machine.
set -euo pipefail
cd "$(dirname "$0")/.."
export LIBGL_ALWAYS_SOFTWARE=1
quick=(-p levelwright-model -p levelwright-io)
# The window and the viewport take minutes to build in release: ask for them with --all.
if [ "${1:-}" = --all ]; then quick+=(-p levelwright-viewport -p levelwright); fi
cargo bench --locked "${quick[@]}"
