package dev.inflight.net.topology;

import dev.inflight.telemetry.util.Check;

/** Range checks of shapes; their error messages are sentences that name the parameter. */
final class ShapeChecks {
  /** Several formats of telemetry have 20 bits for the number of a switch. */
  static final int MOST_NODES = 1 << 18;
  /** Far above any fabric; keeps a mistyped count from filling the memory. */
  static final int MOST_LINKS = 1 << 21;

  private ShapeChecks() {
  }

  static void count(String name, int value) {
    Check.check(name, value, 1, MOST_NODES);
  }

  static void rate(String name, long bitsPerSec) {
    if (bitsPerSec <= 0) {
      throw new IllegalArgumentException(name + " must be above 0, found " + bitsPerSec + " b/s");
    }
  }

  /** Checks the whole; the arguments are products of at most three counts, so they do not overflow. */
  static void size(String shape, long nodes, long links) {
    if (nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "a " + shape + " of " + nodes + " nodes is too large; at most " + MOST_NODES + " are allowed");
    }
    if (links > MOST_LINKS) {
      throw new IllegalArgumentException(
          "a " + shape + " of " + links + " links is too large; at most " + MOST_LINKS + " are allowed");
    }
  }
}
