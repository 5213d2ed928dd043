#!/bin/sh
# An array job of Slurm, each task of which does one part of a folder's trees: sbatch --array=1-64 slurm.sh FOLDER OUT
# OUT is a directory that all machines see. Begin the same job again to do what is left.
#SBATCH --job-name=rustgc
#SBATCH --cpus-per-task=1
#SBATCH --requeue
exec rustgc --shard="$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -j "${SLURM_CPUS_PER_TASK:-1}" \
    --emit=ast --format=arrow -o "$2" "$1"
