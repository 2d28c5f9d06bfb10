package dev.inflight.net.switching;

import dev.inflight.net.link.Framing;
import dev.inflight.net.telemetrypackets.HeaderChoice;
import dev.inflight.telemetry.util.Check;

/**
 * Size and destination of trimmed packets, which replace data packets without room in a switch. SAI's names are
 * {@code SAI_SWITCH_ATTR_PACKET_TRIM_SIZE} and {@code SAI_SWITCH_ATTR_PACKET_TRIM_DSCP_VALUE}, SONiC's {@code size} and
 * {@code dscp_value} of {@code SWITCH_TRIMMING}.
 *
 * @param sizeBytes size of the frame, at least 64; larger if the header is, and smaller if the packet was
 * @param dscp DSCP in its IP header after trimming, 0 to 63
 * @param to destination of trimmed packets
 */
public record Trimming(int sizeBytes, int dscp, To to) {
  /** Destination of trimmed packets. */
  public enum To {
    /** On to the receiver, which sends a NACK for it. */
    RECEIVER,
    /** Back to the sender, from the switch that has no room. */
    SENDER
  }

  /** The header alone, with the DSCP of its new priority, to the receiver. */
  public static final Trimming DEFAULT = new Trimming(64, HeaderChoice.TRIM_DSCP);

  private static final int LEAST_BYTES = 64;
  private static final int MOST_DSCP = 63;

  /** Makes a trimming that forwards packets to the receiver. */
  public Trimming(int sizeBytes, int dscp) {
    this(sizeBytes, dscp, To.RECEIVER);
  }

  /** Checks the ranges. */
  public Trimming {
    Check.check("size", sizeBytes, LEAST_BYTES, Framing.LARGEST_FRAME_BYTES);
    Check.check("dscp", dscp, 0, MOST_DSCP);
    if (dscp == HeaderChoice.TRIM_CREDIT_DSCP) {
      throw new IllegalArgumentException(
          "dscp " + dscp + " is the DSCP of trimmed headers with a credit request; use another, such as "
              + HeaderChoice.TRIM_DSCP);
    }
  }

  /**
   * Frame size of a trimmed packet.
   *
   * @param headerBytes frame size of the header alone
   * @param wholeBytes frame size of the packet
   */
  int leftBytes(int headerBytes, int wholeBytes) {
    return Math.max(headerBytes, Math.min(sizeBytes, wholeBytes));
  }
}
