package dev.inflight.lab.result.fast;

import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.sim.fidelity.Skipped;

/** Part of a summary about periods that a run skipped. */
public final class SkippedJson {
  /** Description of the keys. */
  public static final String KEYS = """
      packetHopsCredited | whole | | packet-hops of stretches and equal parts that fidelity fast left out, which packetHops does not include; no such key with full
      fastForwards | whole | | stretches that were left out; no such key with fidelity full
      skippedSeconds | decimal | s | length of these stretches, a part of simulatedSeconds; no such key with fidelity full
      equalParts | whole | | equal parts of the fabric, of which one was simulated; 1: all of it was simulated; no such key with fidelity full
      estimatedError | decimal | | largest relative error of the bytes credited to a flow, over its size: standard error and drift; no such key with fidelity full
      """;
  private static final double NANO = 1e9;

  private SkippedJson() {
  }

  /** Writes the keys. */
  public static void write(JsonOut json, Skipped skipped) {
    json.whole("packetHopsCredited", skipped.packetHops()).whole("fastForwards", skipped.stretches())
        .decimal("skippedSeconds", skipped.ps() / 1e12).whole("equalParts", skipped.blocks())
        .decimal("estimatedError", Math.round(skipped.error() * NANO) / NANO);
  }
}
