package dev.inflight.net.rdma;

import java.util.List;

/**
 * The messages by which hosts make and end a connection, after those of the communication manager (InfiniBand Architecture vol. 1, §12.6). A
 * message's place in the list is its number on the wire.
 */
public enum HandshakeMessage {
  /** Requests a connection (REQ). */
  CONNECT,
  /** Grants it (REP). */
  ACCEPT,
  /** Confirms the grant (RTU). */
  READY,
  /** Rejects it (REJ). */
  REJECT,
  /** Ends it (DREQ). */
  DISCONNECT,
  /** Confirms the end (DREP). */
  DISCONNECTED;

  private static final List<HandshakeMessage> ALL = List.of(values());

  /** True if a message has this number. */
  public static boolean isCode(int code) {
    return code >= 0 && code < ALL.size();
  }

  /**
   * The message with this number.
   *
   * @throws IndexOutOfBoundsException if none {@linkplain #isCode has it}
   */
  public static HandshakeMessage of(int code) {
    return ALL.get(code);
  }
}
