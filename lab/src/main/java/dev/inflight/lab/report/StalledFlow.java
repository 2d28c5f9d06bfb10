package dev.inflight.lab.report;

import dev.inflight.sim.StallReport.Reason;

/**
 * A flow that did not finish, as the results tell it.
 *
 * @param silentPs how long it has heard nothing
 * @param where its packets are, in words
 * @param why it did not finish, in words
 */
record StalledFlow(int flow, int source, int destination, long sizeBytes, long startPs, long sentBytes, long ackedBytes,
    Reason reason, long silentPs, String where, String why) {
}
