package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;

/**
 * The communication manager's grant of a connection (REP, IBTA Vol. 1 §12.6.8), behind the {@link Mad} header.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |               Communication IDs (8 bytes, CmMessage)          |
 * +---------------------------------------------------------------+
 * |                         Local Q_Key                           |
 * +-----------------------------------------------+---------------+
 * |                   Local QP                    |   reserved    |
 * +-----------------------------------------------+---------------+
 * |              Local EE context                 |   reserved    |
 * +-----------------------------------------------+---------------+
 * |                 Starting PSN                  |   reserved    |
 * +---------------+---------------+---------+---+-+-----+-+-------+
 * |Resp. resources| Initiator dep.|Ack delay|Fov|F| RNR |S|  res. |
 * +---------------+---------------+---------+---+-+-----+-+-------+
 * |                    Local CA GUID (8 bytes)                    |
 * +---------------------------------------------------------------+
 * |                    Private data (196 bytes)                   |
 * </pre>
 *
 * Fov: failover accepted. F: end-to-end flow control. S: shared receive queue.
 */
public final class CmReply {
  private static final int LOCAL_QP = 12;
  private static final int STARTING_PSN = 20;
  private static final int RESPONDER_RESOURCES = 24;
  private static final int INITIATOR_DEPTH = 25;
  private static final int RNR_RETRIES = 27;
  private static final int RNR_SHIFT = 5;
  private static final int CA_GUID = 28;

  private CmReply() {
  }

  /** Writes a reply behind what {@link CmMessage#write} has written; all that is not a parameter here stays 0. */
  public static void write(byte[] bytes, int offset, int localQp, long caGuid) {
    BigEndian.set24(bytes, offset + LOCAL_QP, localQp);
    BigEndian.set64(bytes, offset + CA_GUID, caGuid);
  }

  /** The queue pair of the sender. */
  public static int localQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + LOCAL_QP);
  }

  /** The number of the first packet that the sender will send. */
  public static int startingPsn(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + STARTING_PSN);
  }

  /** READs that the sender answers at once. */
  public static int responderResources(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + RESPONDER_RESOURCES);
  }

  /** READs that the sender asks for at once. */
  public static int initiatorDepth(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + INITIATOR_DEPTH);
  }

  /** Sets how many READs the sender answers at once, and asks for at once. */
  public static void depths(byte[] bytes, int offset, int responderResources, int initiatorDepth) {
    BigEndian.set8(bytes, offset + RESPONDER_RESOURCES, responderResources);
    BigEndian.set8(bytes, offset + INITIATOR_DEPTH, initiatorDepth);
  }

  /** How often to try again when the sender is not ready; 7 is without end. */
  public static int rnrRetries(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + RNR_RETRIES) >>> RNR_SHIFT;
  }

  /** Sets how often to try again when the sender is not ready, 0 to 7. */
  public static void rnrRetries(byte[] bytes, int offset, int retries) {
    BigEndian.set8(bytes, offset + RNR_RETRIES, retries << RNR_SHIFT);
  }

  /** The GUID of the sender. */
  public static long caGuid(byte[] bytes, int offset) {
    return BigEndian.get64(bytes, offset + CA_GUID);
  }
}
