package dev.inflight.net.telemetrypackets;

/**
 * Into which telemetry headers the ports of switches write.
 *
 * @param aboveBytes least number of waiting bytes at a port that writes into a header with a request for queues
 * @param ofAll true if this applies to every header, whatever its request
 */
public record StampRule(int aboveBytes, boolean ofAll) {
  /** Every port writes into every header. */
  public static final StampRule ALWAYS = new StampRule(0, false);

  /** True if every port writes into every header. */
  public boolean isAlways() {
    return aboveBytes == 0 && !ofAll;
  }

  /**
   * True if a port writes into a header.
   *
   * @param asks {@link HeaderChoice#ASKS_ALL} or {@link HeaderChoice#ASKS_QUEUES}
   * @param queueBytes bytes that wait at the port behind the packet
   */
  public boolean writes(byte asks, int queueBytes) {
    return asks == HeaderChoice.ASKS_ALL && !ofAll || queueBytes >= aboveBytes;
  }
}
