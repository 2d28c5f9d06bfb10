#!/bin/sh
# Writes an AICB workload of usual size: tensor parallel all-reduces, forward and back.
# usage: scripts/scale/aicb-workload.sh [RANKS [LAYERS]] > workload.txt
set -eu
ranks=${1:-1024}
layers=${2:-640}
echo "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 80 ga: 8 all_gpus: $ranks checkpoints: 0" \
  "checkpoint_initiates: 0"
echo "$layers"
awk -v layers="$layers" 'BEGIN {
  for (i = 0; i < layers; i++) print "layer -1 1000 ALLREDUCE 65536 1000 ALLREDUCE 65536 1000 NONE 0 100"
}'
