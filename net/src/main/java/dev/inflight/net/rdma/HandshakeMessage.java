package dev.inflight.net.rdma;

import java.util.List;

/** The messages by which hosts make and end a connection (InfiniBand Architecture vol. 1, §12.6: the communication manager's). */
public enum HandshakeMessage {
  /** Asks for a connection (REQ). */
  CONNECT,
  /** Grants it (REP). */
  ACCEPT,
  /** Knows that it is granted (RTU). */
  READY,
  /** Does not grant it (REJ). */
  REJECT,
  /** Ends it (DREQ). */
  DISCONNECT,
  /** Knows that it is ended (DREP). */
  DISCONNECTED;

  private static final List<HandshakeMessage> ALL = List.of(values());

  /** The message with this number, its place in the list. */
  public static HandshakeMessage of(int code) {
    return ALL.get(code);
  }
}
