package dev.inflight.telemetry;

/** Table of link rates, which endpoints need for headers that do not carry the rate. */
public interface LinkRates {
  /** Table without entries. */
  LinkRates NONE = (node, port) -> 0;

  /**
   * Placeholder for an unknown rate, in bit/s. Records of the link are complete, but a queue given as a drain time is unknown.
   */
  long UNKNOWN_RATE = 1;

  /**
   * Rate of an egress port in bit/s; 0 if the table has no such port.
   *
   * @param node the switch's number, as the header carries it
   * @param port the egress port's number, as the header carries it
   */
  long rateBitsPerSec(long node, long port);
}
