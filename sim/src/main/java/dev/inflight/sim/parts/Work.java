package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;

/** What the parts of a {@link DividedLoop} do. */
public interface Work {
  /**
   * Runs a part up to a time, that included; or, when {@link DividedLoop#isEnding}, up to the instant in which it has nothing left that is to end.
   *
   * @param untilPs in picoseconds
   */
  void run(int part, PortOrderLoop loop, long untilPs);

  /** From when on the run can end, in picoseconds: when its last flow starts. */
  long lastStartPs();

  /** Whether the part has nothing left that is to end. */
  boolean isOver(int part);

  /** When the part's last one ended, in picoseconds. */
  long lastEndPs(int part);

  /** All parts stand still, as they do now and then. */
  void tidy();

  /** All have ended, the last one now; called once, while all parts are at the end of that instant. */
  void over(long nowPs);
}
