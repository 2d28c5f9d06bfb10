package dev.inflight.sim.symmetry.run;

import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.symmetry.Symmetry;
import dev.inflight.sim.workload.FlowTable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports the results of flows, and of those that do the same at the same time.
 *
 * @param flows all flows of the run
 * @param symmetry symmetry of a run of which one block is simulated; null: all of it is
 * @param into receives the results
 */
public record FlowReports(FlowTable flows, @Nullable Symmetry symmetry, Consumer<FlowResult> into) {
  /** The message of a job that arrives in a simulated host when a message of a simulated host has arrived. */
  public int arrivesAs(int message) {
    return symmetry == null ? message : symmetry.arrivesAs(message);
  }

  /** Reports that a row has finished; times are in picoseconds. */
  public void finished(int row, int sourcePort, long startPs, long fctPs, long idealFctPs, long retransmittedBytes) {
    int blocks = symmetry == null ? 1 : symmetry.blocks();
    for (int block = 0; block < blocks; block++) {
      int of = symmetry == null ? row : symmetry.row(row, block);
      into.accept(new FlowResult(of, flows.kind(of), flows.source(of), flows.destination(of), sourcePort,
          flows.destinationPort(of), flows.priority(of), flows.sizeBytes(of), startPs, fctPs, idealFctPs, retransmittedBytes));
    }
  }
}
