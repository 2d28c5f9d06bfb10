package dev.inflight.net;

/** What all hosts of a fabric have counted together. */
public final class HostCounters {
  /** Data packets sent, with those sent again. */
  public long dataPackets;
  /** Acknowledgements and negative acknowledgements that senders took. */
  public long acks;
  /** Those of them that carried at least one hop of telemetry. */
  public long acksWithHops;
  /** Those of them whose telemetry may lack hops, because the path was longer than the header. */
  public long acksCutOff;
  /** Those of them that echoed a mark. */
  public long acksWithMarks;
  /** Negative acknowledgements that senders took. */
  public long nacks;
  /** Times that a sender gave up waiting. */
  public long timeouts;
  /** Application bytes sent again. */
  public long retransmittedBytes;
  /** Application bytes that receivers accepted in order. */
  public long deliveredBytes;
  /** Application bytes of packets that receivers had already, or could not use out of order. */
  public long uselessBytes;
}
