package dev.inflight.net.telemetrypackets;

/** Choice for each data packet of one flow: a telemetry header or none, and a request to switches. */
public abstract class HeaderChoice {
  /** No header. */
  public static final byte NONE = -1;
  /** A header into which each switch writes. */
  public static final byte ASKS_ALL = 0;
  /** A header into which a switch writes if it has a queue; the low bits of the packet's DSCP are the marker. */
  public static final byte ASKS_QUEUES = 1;
  /** No header, but a request for answers of switches with long queues, marked in the low bits of the packet's DSCP. */
  public static final byte ASKS_ANSWERS = 2;
  /** No header: bytes before the payload request credit of the receiver, marked in the low bits of the packet's DSCP. */
  public static final byte ASKS_CREDIT = 3;
  /** DSCP of trimmed packets unless switches set another: that of their priority, 6. */
  public static final int TRIM_DSCP = 48;
  /** DSCP of trimmed packets with a remaining request for credit. */
  public static final int TRIM_CREDIT_DSCP = TRIM_DSCP | ASKS_CREDIT;

  /**
   * Chooses for the next data packet, also for a retransmission.
   *
   * @param startPs time at which its first bit leaves, in picoseconds
   */
  public abstract byte next(long startPs);
}
