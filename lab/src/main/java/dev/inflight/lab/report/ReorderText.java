package dev.inflight.lab.report;

import dev.inflight.lab.print.Humanize;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.measure.SwitchValue;
import java.util.Optional;

/** Screen text about leaf switches that moved flows to other paths. */
final class ReorderText {
  private ReorderText() {
  }

  /** Returns the text; empty if switches moved no flows. */
  static Optional<String> of(RunResult totals) {
    if (totals.of(SwitchValue.REROUTES) == 0) {
      return Optional.empty();
    }
    String late = totals.of(SwitchValue.REORDER_TIMEOUTS) == 0 && totals.of(SwitchValue.LATE_PACKETS) == 0
        ? ""
        : "; " + Humanize.count(totals.of(SwitchValue.REORDER_TIMEOUTS), "timeout") + ", "
            + Humanize.count(totals.of(SwitchValue.LATE_PACKETS), "packet") + " late";
    return Optional.of(Humanize.count(totals.of(SwitchValue.REROUTES), "reroute") + "; held back: "
        + Humanize.count(totals.of(SwitchValue.HELD_BACK), "packet") + ", at most "
        + Humanize.bytes(totals.of(SwitchValue.PEAK_HELD_BACK_BYTES)) + " at a switch and "
        + Humanize.count(totals.of(SwitchValue.PEAK_REORDER_QUEUES), "queue") + " at a port" + late);
  }
}
