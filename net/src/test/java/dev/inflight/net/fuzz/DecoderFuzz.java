package dev.inflight.net.fuzz;

import dev.inflight.wire.FuzzTarget;

/** Entry point of a coverage-guided fuzzer: {@code scripts/fuzz.sh DECODER SECONDS}. The decoder's name is a system property. */
public final class DecoderFuzz {
  private static final FuzzTarget TARGET = FuzzTargets.ALL.get(System.getProperty("inflight.fuzz")).get();

  private DecoderFuzz() {
  }

  /** One input. */
  public static void fuzzerTestOneInput(byte[] data) {
    TARGET.accept(data);
  }
}
