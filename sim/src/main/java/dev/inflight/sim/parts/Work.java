package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;

/** Work of the parts of a {@link DividedLoop}. */
public interface Work {
  /**
   * Runs a part up to a time, that included; or, when {@link DividedLoop#isEnding}, up to the instant in which it has nothing left that is to end.
   *
   * @param untilPs in picoseconds
   */
  void run(int part, PortOrderLoop loop, long untilPs);

  /** From when on the run can end, in picoseconds: when its last flow starts. */
  long lastStartPs();

  /** True if the part has no unfinished work. */
  boolean isOver(int part);

  /** Time at which the part's last flow or operation ended, in picoseconds. */
  long lastEndPs(int part);

  /** Tidies up; called now and then while no part runs. */
  void tidy();

  /** All have ended, the last one now; called once, while all parts are at the end of that instant. */
  void over(long nowPs);
}
