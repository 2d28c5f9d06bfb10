package dev.inflight.sim.period;

/** Receiver of skipped messages. */
@FunctionalInterface
public interface OmittedMessages {
  /**
   * Takes a skipped message, with the values of the last message of its phase.
   *
   * @param startPs start in picoseconds of the scenario
   * @param sourcePort the UDP source port
   */
  void message(int row, long startPs, long fctPs, long idealFctPs, long retransmittedBytes, int sourcePort);
}
