package dev.inflight.lab.report;

import dev.inflight.sim.StallReport.Stall;

/**
 * A flow that did not finish.
 *
 * @param where its packets are
 * @param why it did not finish
 */
record StalledFlow(Stall stall, String where, String why) {
}
