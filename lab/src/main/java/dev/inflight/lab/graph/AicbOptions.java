package dev.inflight.lab.graph;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;

/**
 * Options of a scenario for an AICB workload. A 0 leaves a value of the header to the file; a value that differs from the file's
 * is an error.
 *
 * @param hosts number of ranks for which there are hosts
 * @param scale factor on computation times
 * @param passes number of forward and backward passes, 1 or more
 * @param ranks number of ranks: all_gpus
 * @param gpusPerServer number of tensor-parallel ranks, where the header lacks model_parallel_NPU_group
 * @param ep number of ranks with different experts
 * @param pp number of stages of the pipeline
 * @param ga number of micro-batches
 * @param ppCommBytes bytes that a rank of a stage sends to a rank of the next one for a micro-batch, and gets back
 * @param layers number of layers to read
 * @param choice algorithms of collectives
 * @param room limit of the program's size
 */
record AicbOptions(int hosts, double scale, int passes, int ranks, int gpusPerServer, int ep, int pp, int ga, long ppCommBytes,
    int layers, CollectiveChoice choice, GraphRoom room) {
}
