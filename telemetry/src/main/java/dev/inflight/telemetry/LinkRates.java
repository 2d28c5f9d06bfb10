package dev.inflight.telemetry;

/** The link table that endpoints need for headers that do not carry the rate: which rate an egress port has. */
public interface LinkRates {
  /** A table without entries. */
  LinkRates NONE = (node, port) -> 0;

  /**
   * A rate that stands for an unknown one, in bit/s: records of the link are complete, but a queue is unknown that its header gives as the time in which
   * the link empties it.
   */
  long UNKNOWN_RATE = 1;

  /**
   * The rate of an egress port in bit/s, or 0 when the table has no such port.
   *
   * @param node the switch's number, as the header carries it
   * @param port the egress port's number, as the header carries it
   */
  long rateBitsPerSec(long node, long port);
}
