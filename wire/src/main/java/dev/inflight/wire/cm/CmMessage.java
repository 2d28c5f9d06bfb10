package dev.inflight.wire.cm;

import dev.inflight.telemetry.util.BigEndian;

import java.util.Arrays;

/**
 * What all messages of the communication manager begin with, behind the {@link Mad} header (IBTA Vol. 1 §12.6), and all that three of
 * them have: ready to use (RTU), disconnect request (DREQ, with the queue pair) and reply (DREP). What is left of the 232 bytes is for
 * the application.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +---------------------------------------------------------------+
 * |                    Local communication ID                     |
 * +---------------------------------------------------------------+
 * |          Remote communication ID (REQ: reserved)              |
 * +-----------------------------------------------+---------------+
 * |            DREQ: remote QP                    |   reserved    |
 * +-----------------------------------------------+---------------+
 * </pre>
 */
public final class CmMessage {
  /** The management class of the communication manager. */
  public static final int CLASS = 0x07;
  /** The version of its messages. */
  public static final int CLASS_VERSION = 2;

  /** Attribute: asks for a connection; see {@link CmRequest}. */
  public static final int REQ = 0x0010;
  /** Attribute: does not grant it; see {@link CmReject}. */
  public static final int REJ = 0x0012;
  /** Attribute: grants it; see {@link CmReply}. */
  public static final int REP = 0x0013;
  /** Attribute: knows that it is granted. */
  public static final int RTU = 0x0014;
  /** Attribute: ends it. */
  public static final int DREQ = 0x0015;
  /** Attribute: knows that it is ended. */
  public static final int DREP = 0x0016;

  /** Where the fields stand that not all have in common. */
  static final int OWN = 8;

  private static final int REMOTE_ID = 4;

  private CmMessage() {
  }

  /** Whether a management datagram, of which there must be {@link Mad#BYTES}, is one of the communication manager. */
  public static boolean is(byte[] bytes, int madOffset) {
    return Mad.baseVersion(bytes, madOffset) == Mad.BASE_VERSION && Mad.managementClass(bytes, madOffset) == CLASS
        && Mad.classVersion(bytes, madOffset) == CLASS_VERSION && Mad.method(bytes, madOffset) == Mad.SEND;
  }

  /** Writes what all messages have, and zeros behind it; returns the size of a {@link Mad}'s data. */
  public static int write(byte[] bytes, int offset, int localId, int remoteId) {
    BigEndian.set32(bytes, offset, localId);
    BigEndian.set32(bytes, offset + REMOTE_ID, remoteId);
    Arrays.fill(bytes, offset + OWN, offset + Mad.DATA_BYTES, (byte) 0);
    return Mad.DATA_BYTES;
  }

  /** The sender's number of the connection. */
  public static int localId(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset);
  }

  /** The receiver's number of the connection; a REQ cannot know it. */
  public static int remoteId(byte[] bytes, int offset) {
    return BigEndian.get32(bytes, offset + REMOTE_ID);
  }

  /** DREQ: the queue pair of the receiver. */
  public static int remoteQp(byte[] bytes, int offset) {
    return BigEndian.get24(bytes, offset + OWN);
  }

  /** DREQ: sets the queue pair of the receiver. */
  public static void remoteQp(byte[] bytes, int offset, int queuePair) {
    BigEndian.set24(bytes, offset + OWN, queuePair);
  }
}
