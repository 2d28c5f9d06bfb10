package dev.inflight.lab.graph.goal;

import dev.inflight.lab.read.GraphRoom;

/**
 * Options for the reading of a GOAL schedule.
 *
 * @param mostRanks largest number of ranks to accept
 * @param scale nanoseconds of a unit of {@code calc}
 * @param nics number of hosts of each rank, one for each of its NICs, 1 to 256; with 1 all NICs of a rank belong to its one host
 * @param room limit of the graph's size
 */
public record GoalOptions(int mostRanks, double scale, int nics, GraphRoom room) {
}
