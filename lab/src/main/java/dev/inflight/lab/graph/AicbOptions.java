package dev.inflight.lab.graph;

import dev.inflight.lab.read.GraphRoom;
import dev.inflight.sim.collective.CollectiveChoice;

/**
 * Options of a scenario for an AICB workload. Values of the header are 0 where the scenario leaves them to the file; a value that differs
 * from the file's is an error.
 *
 * @param hosts for how many ranks there are hosts
 * @param scale factor of all computation times
 * @param passes how often ranks go forward and back, 1 or more
 * @param ranks all_gpus
 * @param gpusPerServer that many ranks are tensor parallel, where the header lacks model_parallel_NPU_group
 * @param ep ranks that have different experts
 * @param pp stages of the pipeline
 * @param ga micro-batches
 * @param ppCommBytes bytes that a rank of a stage sends to that of the next one for a micro-batch, and gets back
 * @param layers number of layers to read
 * @param choice algorithms of collectives
 * @param room limit of the program's size
 */
record AicbOptions(int hosts, double scale, int passes, int ranks, int gpusPerServer, int ep, int pp, int ga, long ppCommBytes,
    int layers, CollectiveChoice choice, GraphRoom room) {
}
