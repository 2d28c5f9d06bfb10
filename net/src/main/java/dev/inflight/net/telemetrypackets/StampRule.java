package dev.inflight.net.telemetrypackets;

/**
 * Into which telemetry headers the ports of switches write.
 *
 * @param aboveBytes least number of waiting bytes at a port that writes into a header with a request for queues
 * @param ofAll true if this applies to every header, whatever its request
 * @param periodPs time between two headers of a flow that the first switch of its path writes into, in picoseconds; later
 *     switches write into the same headers. {@link #NO_PERIOD}: time does not matter
 */
public record StampRule(int aboveBytes, boolean ofAll, long periodPs) {
  /** No period: time does not matter. */
  public static final long NO_PERIOD = -1;
  /** Every port writes into every header. */
  public static final StampRule ALWAYS = new StampRule(0, false, NO_PERIOD);

  /** Rule of a first switch that decides by time, 0 or more picoseconds; later switches follow it. */
  public static StampRule oncePer(long periodPs) {
    return new StampRule(0, false, periodPs);
  }

  /** True if every port writes into every header. */
  public boolean isAlways() {
    return aboveBytes == 0 && !ofAll && !isTimed();
  }

  /** True if the first switch of a path decides by time. */
  public boolean isTimed() {
    return periodPs != NO_PERIOD;
  }

  /**
   * True if a port writes into a header, as far as queues decide.
   *
   * @param asks {@link HeaderChoice#ASKS_ALL} or {@link HeaderChoice#ASKS_QUEUES}
   * @param queueBytes bytes that wait at the port behind the packet
   */
  public boolean writes(byte asks, int queueBytes) {
    return asks == HeaderChoice.ASKS_ALL && !ofAll || queueBytes >= aboveBytes;
  }
}
