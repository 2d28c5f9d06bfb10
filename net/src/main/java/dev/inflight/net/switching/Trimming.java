package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.telemetry.util.Check;

/**
 * What is left of a data packet for which a switch has no room, and where it goes. SAI's names are {@code SAI_SWITCH_ATTR_PACKET_TRIM_SIZE} and
 * {@code SAI_SWITCH_ATTR_PACKET_TRIM_DSCP_VALUE}, SONiC's {@code size} and {@code dscp_value} of {@code SWITCH_TRIMMING}.
 *
 * @param sizeBytes of the frame, at least 64; it is larger where the header is, and smaller where the packet was
 * @param dscp that its IP header has then, 0 to 63
 * @param to where it goes
 */
public record Trimming(int sizeBytes, int dscp, To to) {
  /** Where what is left of a packet goes. */
  public enum To {
    /** On to the receiver, which sends a NACK for it. */
    RECEIVER,
    /** Back to the sender, from the switch that has no room. */
    SENDER
  }

  /** The header alone, with the DSCP of the priority in which it goes on, to the receiver. */
  public static final Trimming DEFAULT = new Trimming(64, HeaderChoice.TRIM_DSCP);

  private static final int LEAST_BYTES = 64;
  private static final int MOST_DSCP = 63;

  /** To the receiver. */
  public Trimming(int sizeBytes, int dscp) {
    this(sizeBytes, dscp, To.RECEIVER);
  }

  /** Checks the ranges. */
  public Trimming {
    Check.check("size", sizeBytes, LEAST_BYTES, Framing.LARGEST_FRAME_BYTES);
    Check.check("dscp", dscp, 0, MOST_DSCP);
    if (dscp == HeaderChoice.TRIM_CREDIT_DSCP) {
      throw new IllegalArgumentException(
          "dscp " + dscp + " is that of headers which keep a request for credit; take another, such as "
              + HeaderChoice.TRIM_DSCP);
    }
  }

  /**
   * Frame size of what is left.
   *
   * @param headerBytes frame size of the header alone
   * @param wholeBytes frame size of the packet
   */
  int leftBytes(int headerBytes, int wholeBytes) {
    return Math.max(headerBytes, Math.min(sizeBytes, wholeBytes));
  }
}
