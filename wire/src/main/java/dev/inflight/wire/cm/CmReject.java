package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The communication manager's rejection of a connection (REJ, IBTA Vol. 1 §12.6.7), behind the {@link Mad} header.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |               Communication IDs (8 bytes, CmMessage)          |
 * +---+-----------+-------------+-+-------------------------------+
 * |Msg| reserved  | Info length |r|            Reason             |
 * +---+-----------+-------------+-+-------------------------------+
 * |            Additional information (72 bytes)                  |
 * </pre>
 *
 * Msg: what is rejected, 0 a REQ, 1 a REP, 2 something else.
 */
public final class CmReject {
  /** Reason: nobody there offers that service. */
  public static final int INVALID_SERVICE_ID = 8;

  private static final int REASON = 10;

  private CmReject() {
  }

  /** Writes a rejection of a REQ behind what {@link CmMessage#write} has written. */
  public static void write(byte[] bytes, int offset, int reason) {
    BigEndian.set16(bytes, offset + REASON, reason);
  }

  /** Which message is rejected, 0 to 3. */
  public static int rejected(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + CmMessage.OWN) >>> 6;
  }

  /** Why. */
  public static int reason(byte[] bytes, int offset) {
    return BigEndian.get16(bytes, offset + REASON);
  }
}
