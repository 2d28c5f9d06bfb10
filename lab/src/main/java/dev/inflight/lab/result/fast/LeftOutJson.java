package dev.inflight.lab.result.fast;

import dev.inflight.lab.result.schema.JsonOut;
import dev.inflight.sim.fidelity.LeftOut;

/** What a summary has of stretches that a run left out. */
public final class LeftOutJson {
  /** Its keys. */
  public static final String KEYS = """
      packetHopsCredited | whole | | those of the stretches that fidelity fast left out: packetHops are the others; no such key with full
      fastForwards | whole | | how many stretches were left out; no such key with fidelity full
      skippedSeconds | decimal | s | how much of simulatedSeconds they are; no such key with fidelity full
      estimatedError | decimal | | how far what was credited to a flow may be wrong, over its size: standard error and drift; the largest; no such key with fidelity full
      """;
  private static final double NANO = 1e9;

  private LeftOutJson() {
  }

  /** Writes them. */
  public static void write(JsonOut json, LeftOut leftOut) {
    json.whole("packetHopsCredited", leftOut.packetHops()).whole("fastForwards", leftOut.stretches())
        .decimal("skippedSeconds", leftOut.ps() / 1e12).decimal("estimatedError", Math.round(leftOut.error() * NANO) / NANO);
  }
}
