package dev.inflight.lab.targets;

import dev.inflight.lab.result.RunSummary;
import dev.inflight.lab.result.SummaryFile;
import dev.inflight.lab.result.flow.FinishedFlows;

/**
 * Source of targets' values.
 *
 * @param outcome outcome of a run
 * @param finished its finished flows
 * @param summary its {@code summary.json}, still without targets
 */
record JudgedRun(RunSummary outcome, FinishedFlows finished, SummaryFile summary) {
}
