package dev.inflight.sim.parts;

import dev.inflight.sim.loop.PortOrderLoop;

/** Work of the parts of a {@link DividedLoop}. */
public interface Work {
  /**
   * Runs a part up to and including a time; or, when {@link DividedLoop#isEnding}, up to the instant at which nothing is left in
   * it that is to end.
   *
   * @param untilPs time in picoseconds
   */
  void run(int part, PortOrderLoop loop, long untilPs);

  /** Earliest possible end of the run, in picoseconds: the start of its last flow. */
  long lastStartPs();

  /** True if the part has no unfinished work. */
  boolean isOver(int part);

  /** Time at which the part's last flow or operation ended, in picoseconds. */
  long lastEndPs(int part);

  /** Tidies up; called occasionally while no part runs. */
  void tidy();

  /** Called once when everything has ended, the last of it now, while all parts are at the end of that instant. */
  void over(long nowPs);
}
