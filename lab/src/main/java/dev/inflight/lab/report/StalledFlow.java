package dev.inflight.lab.report;

import dev.inflight.sim.StallReport.Stall;

/**
 * Unfinished flow.
 *
 * @param where places of its packets
 * @param why reason why it did not finish
 */
record StalledFlow(Stall stall, String where, String why) {
}
