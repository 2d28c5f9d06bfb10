package dev.inflight.net.telemetrypackets;

/** One flow's choice, packet by packet, which of its data packets get a telemetry header, and what they ask of switches. */
public abstract class HeaderChoice {
  /** No header. */
  public static final byte NONE = -1;
  /** A header into which each switch writes. */
  public static final byte ASKS_ALL = 0;
  /** A header into which a switch writes where a queue stands; the low bits of the packet's DSCP say so. */
  public static final byte ASKS_QUEUES = 1;
  /** No header, but an answer of each switch with a long queue; the low bits of the packet's DSCP say so. */
  public static final byte ASKS_ANSWERS = 2;
  /** No header: what the flow asks is credit of its receiver, and precedes the payload; the low bits of the packet's DSCP say so. */
  public static final byte ASKS_CREDIT = 3;
  /** The DSCP of what is left of trimmed packets, where switches set no other: that of its priority, 6. */
  public static final int TRIM_DSCP = 48;
  /** The same, where a request for credit is left as well. */
  public static final int TRIM_CREDIT_DSCP = TRIM_DSCP | ASKS_CREDIT;

  /**
   * What the next data packet gets, retransmitted ones too.
   *
   * @param startPs when its first bit leaves, in picoseconds
   */
  public abstract byte next(long startPs);
}
