package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.header.Bth;

/**
 * The communication manager's request for a connection (REQ, IBTA Vol. 1 §12.6.5), behind the {@link Mad} header.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |               Communication IDs (8 bytes, CmMessage)          |
 * +---------------------------------------------------------------+  8
 * |                     Service ID (8 bytes)                      |
 * +---------------------------------------------------------------+ 16
 * |                    Local CA GUID (8 bytes)                    |
 * +---------------------------------------------------------------+ 24
 * |                           reserved                            |
 * +---------------------------------------------------------------+ 28
 * |                         Local Q_Key                           |
 * +-----------------------------------------------+---------------+ 32
 * |                   Local QP                    |Resp. resources|
 * +-----------------------------------------------+---------------+ 36
 * |              Local EE context                 | Initiator dep.|
 * +-----------------------------------------------+---------+---+-+ 40
 * |              Remote EE context                |Rem. time|Tra|F|
 * +-----------------------------------------------+---------+---+-+ 44
 * |                 Starting PSN                  |Loc. time|Retry|
 * +-------------------------------+-------+-+-----+-------+-+-----+ 48
 * |             P_Key             |  MTU  |R| RNR |CM ret.|S|Ext. |
 * +-------------------------------+-------+-+-----+-------+-+-----+ 52
 * |       Primary local LID       |      Primary remote LID       |
 * +-------------------------------+-------------------------------+ 56
 * |                Primary local GID (16 bytes)                   |
 * +---------------------------------------------------------------+ 72
 * |                Primary remote GID (16 bytes)                  |
 * +---------------------------------------+-----------+-----------+ 88
 * |              Flow label               | reserved  |   Rate    |
 * +---------------+---------------+-------+-+-----+---+-----+-----+ 92
 * | Traffic class |   Hop limit   |  SL   |L|res. |ACK time |res. |
 * +---------------+---------------+-------+-+-----+---------+-----+ 96
 * |                   Alternate path (44 bytes)                   |
 * +---------------------------------------------------------------+ 140
 * |           Private data (92 bytes): see CmAddresses            |
 * </pre>
 *
 * Tra: transport service, 0 for a reliable connection. F: end-to-end flow control. R: RDC exists. S: shared receive queue. L: subnet
 * local. A time of n is 4.096 us times 2^n.
 */
public final class CmRequest {
  /** Where the private data stands. */
  static final int PRIVATE_DATA = 140;

  private static final int SERVICE_ID = 8;
  private static final int CA_GUID = 16;
  private static final int LOCAL_QP = 32;
  private static final int RESPONDER_RESOURCES = 35;
  private static final int INITIATOR_DEPTH = 39;
  private static final int REMOTE_TIMEOUT = 43;
  private static final int TIMEOUT_SHIFT = 3;
  private static final int STARTING_PSN = 44;
  private static final int LOCAL_TIMEOUT_AND_RETRIES = 47;
  private static final int P_KEY = 48;
  private static final int MTU_AND_RNR_RETRIES = 50;
  private static final int MTU_SHIFT = 4;
  private static final int CM_RETRIES = 51;
  private static final int LOCAL_LID = 52;
  private static final int REMOTE_LID = 54;
  private static final int PERMISSIVE_LID = 0xFFFF;
  private static final int LOCAL_GID = 56;
  private static final int REMOTE_GID = 72;
  private static final int TRAFFIC_CLASS = 92;
  private static final int HOP_LIMIT = 93;
  private static final int SERVICE_LEVEL = 94;
  private static final int ACK_TIMEOUT = 95;
  private static final int THREE_BITS = 7;
  private static final int SMALLEST_MTU_SHIFT = 7;
  private static final int LARGEST_MTU = 5;

  private CmRequest() {
  }

  /**
   * Writes a request for a reliable connection in the default partition behind what {@link CmMessage#write} has written. LIDs, which
   * Ethernet does not have, are the permissive ones; all that is neither a parameter here nor has a setter stays 0.
   */
  public static void write(byte[] bytes, int offset, long serviceId, long caGuid, int localQp) {
    BigEndian.set64(bytes, offset + SERVICE_ID, serviceId);
    BigEndian.set64(bytes, offset + CA_GUID, caGuid);
    BigEndian.set24(bytes, offset + LOCAL_QP, localQp);
    BigEndian.set16(bytes, offset + P_KEY, Bth.DEFAULT_P_KEY);
    BigEndian.set16(bytes, offset + LOCAL_LID, PERMISSIVE_LID);
    BigEndian.set16(bytes, offset + REMOTE_LID, PERMISSIVE_LID);
  }

  /** The service that is asked for. */
  public static long serviceId(byte[] bytes, int offset) {
    return BigEndian.get64(bytes, offset + SERVICE_ID);
  }

  /** The GUID of the sender. */
  public static long caGuid(byte[] bytes, int offset) {
    return BigEndian.get64(bytes, offset + CA_GUID);
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

  /** Sets within which times both communication managers answer, 0 to 31, and how often a message is sent again, 0 to 15. */
  public static void answers(byte[] bytes, int offset, int timeout, int retries) {
    BigEndian.set8(bytes, offset + REMOTE_TIMEOUT, timeout << TIMEOUT_SHIFT);
    int others = BigEndian.get8(bytes, offset + LOCAL_TIMEOUT_AND_RETRIES) & THREE_BITS;
    BigEndian.set8(bytes, offset + LOCAL_TIMEOUT_AND_RETRIES, timeout << TIMEOUT_SHIFT | others);
    BigEndian.set8(bytes, offset + CM_RETRIES, retries << 4);
  }

  /** How often a message is sent again that is not answered, 0 to 15. */
  public static int cmRetries(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + CM_RETRIES) >>> 4;
  }

  /** How often to try again after a timeout, 0 to 7. */
  public static int retries(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + LOCAL_TIMEOUT_AND_RETRIES) & THREE_BITS;
  }

  /** How often to try again when the sender is not ready; 7 is without end. */
  public static int rnrRetries(byte[] bytes, int offset) {
    return BigEndian.get8(bytes, offset + MTU_AND_RNR_RETRIES) & THREE_BITS;
  }

  /** Sets how often to try again after a timeout and when the sender is not ready, 0 to 7 each. */
  public static void retries(byte[] bytes, int offset, int retries, int rnrRetries) {
    int timeout = BigEndian.get8(bytes, offset + LOCAL_TIMEOUT_AND_RETRIES) & ~THREE_BITS;
    BigEndian.set8(bytes, offset + LOCAL_TIMEOUT_AND_RETRIES, timeout | retries);
    int mtu = BigEndian.get8(bytes, offset + MTU_AND_RNR_RETRIES) & ~THREE_BITS;
    BigEndian.set8(bytes, offset + MTU_AND_RNR_RETRIES, mtu | rnrRetries);
  }

  /** The path MTU in bytes of payload: 256 to 4096, or more where the code is not one of these. */
  public static int pathMtuBytes(byte[] bytes, int offset) {
    return 1 << (BigEndian.get8(bytes, offset + MTU_AND_RNR_RETRIES) >>> MTU_SHIFT) + SMALLEST_MTU_SHIFT;
  }

  /** Sets the path MTU: the smallest that there is for such a payload, or the largest, 4096, if none is large enough. */
  public static void pathMtuBytes(byte[] bytes, int offset, int payloadBytes) {
    int code = 1;
    while (code < LARGEST_MTU && 1 << code + SMALLEST_MTU_SHIFT < payloadBytes) {
      code++;
    }
    int others = BigEndian.get8(bytes, offset + MTU_AND_RNR_RETRIES) & (1 << MTU_SHIFT) - 1;
    BigEndian.set8(bytes, offset + MTU_AND_RNR_RETRIES, code << MTU_SHIFT | others);
  }

  /** Half of the sender's GID, its IPv6 address. */
  public static long localGid(byte[] bytes, int offset, boolean high) {
    return BigEndian.get64(bytes, offset + LOCAL_GID + (high ? 0 : Long.BYTES));
  }

  /** Sets the sender's GID, its IPv6 address. */
  public static void localGid(byte[] bytes, int offset, long high, long low) {
    BigEndian.set64(bytes, offset + LOCAL_GID, high);
    BigEndian.set64(bytes, offset + LOCAL_GID + Long.BYTES, low);
  }

  /** Half of the receiver's GID, its IPv6 address. */
  public static long remoteGid(byte[] bytes, int offset, boolean high) {
    return BigEndian.get64(bytes, offset + REMOTE_GID + (high ? 0 : Long.BYTES));
  }

  /** Sets the receiver's GID, its IPv6 address. */
  public static void remoteGid(byte[] bytes, int offset, long high, long low) {
    BigEndian.set64(bytes, offset + REMOTE_GID, high);
    BigEndian.set64(bytes, offset + REMOTE_GID + Long.BYTES, low);
  }

  /** Sets what packets of the path have: traffic class and hop limit of IP, and the service level, 0 to 15. */
  public static void path(byte[] bytes, int offset, int trafficClass, int hopLimit, int serviceLevel) {
    BigEndian.set8(bytes, offset + TRAFFIC_CLASS, trafficClass);
    BigEndian.set8(bytes, offset + HOP_LIMIT, hopLimit);
    BigEndian.set8(bytes, offset + SERVICE_LEVEL, serviceLevel << 4);
  }

  /** Sets within which time an acknowledgement comes, 0 to 31. */
  public static void ackTimeout(byte[] bytes, int offset, int timeout) {
    BigEndian.set8(bytes, offset + ACK_TIMEOUT, timeout << TIMEOUT_SHIFT);
  }
}
