package dev.inflight.net.telemetrypackets;

/**
 * Into which telemetry headers the ports of switches write.
 *
 * @param aboveBytes a header that asks for queues is written into while at least this many bytes wait at the port
 * @param ofAll whether this holds for every header, whatever it asks
 */
public record StampRule(int aboveBytes, boolean ofAll) {
  /** Every port writes into every header. */
  public static final StampRule ALWAYS = new StampRule(0, false);

  /** Whether every port writes into every header. */
  public boolean isAlways() {
    return aboveBytes == 0 && !ofAll;
  }

  /**
   * Whether a port writes.
   *
   * @param asks {@link HeaderChoice#ASKS_ALL} or {@link HeaderChoice#ASKS_QUEUES}
   * @param queueBytes what waits at the port behind the packet
   */
  public boolean writes(byte asks, int queueBytes) {
    return asks == HeaderChoice.ASKS_ALL && !ofAll || queueBytes >= aboveBytes;
  }
}
