/**
 * GOAL schedules of LogGOPSim and ATLAHS, as text and in binary form, as a graph of operations. Read
 * {@link dev.inflight.lab.graph.goal.GoalTrace} first.
 */
@NullMarked
package dev.inflight.lab.graph.goal;

import org.jspecify.annotations.NullMarked;
