package dev.inflight.sim.testing;

import dev.inflight.cc.testing.Allocation;

/** Common parts of all contracts. */
final class Contract {
  private static final String NAME = "[a-z][a-z0-9-]{0,39}";
  private static final int MOST_ALLOCATED_BYTES = 1000; // by all calls together, so that the JVM's own objects do not matter

  private Contract() {
  }

  /** Runs a check; its error has the names of the checked object and the rule, and the exception as its cause. */
  static void check(String name, Enum<?> rule, Runnable body) {
    try {
      body.run();
    } catch (AssertionError broken) {
      throw new AssertionError(name + " breaks " + rule + ": " + broken.getMessage(), broken);
    } catch (RuntimeException | StackOverflowError thrown) {
      throw new AssertionError(name + " breaks " + rule + ": it has thrown " + thrown, thrown);
    }
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  static void requireName(String name) {
    require(name != null && name.matches(NAME), // because other code may return null
        "its name is " + name + "; one has lower-case letters, digits and '-', and begins with a letter");
  }

  /**
   * Requires that calls create no objects in warm code.
   *
   * @param calls runs the calls, without objects of its own
   * @param description of the calls, with their number
   */
  static void requireNoObjects(Runnable calls, String what) {
    long bytes = Allocation.bytesOf(calls);
    require(bytes < MOST_ALLOCATED_BYTES, what + " have allocated " + bytes + " bytes");
  }
}
