package dev.inflight.lab.graph.goal;

import dev.inflight.lab.read.GraphRoom;

/**
 * How a GOAL schedule is read.
 *
 * @param mostRanks more are refused
 * @param scale how many nanoseconds a unit of {@code calc} takes
 * @param nics how many hosts each rank has, one for each of its NICs, 1 to 256; with 1 all NICs of a rank are those of its one host
 * @param room larger graphs are refused
 */
public record GoalOptions(int mostRanks, double scale, int nics, GraphRoom room) {
}
