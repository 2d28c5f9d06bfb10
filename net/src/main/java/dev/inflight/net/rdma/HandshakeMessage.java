package dev.inflight.net.rdma;

import java.util.List;

/**
 * Messages that open and close a connection, modeled on InfiniBand's communication manager (Architecture vol. 1, §12.6). A
 * message's ordinal is its number on the wire.
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
