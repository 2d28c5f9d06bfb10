package dev.inflight.live;

/** Is told of a {@link Connection}, in the loop's thread: what takes long keeps all else waiting. It may post and close from within. */
public interface ConnectionHandler {
  /** Ignores everything. */
  ConnectionHandler NONE = new ConnectionHandler() {
  };

  /** Both ends know of it. */
  default void connected(Connection connection) {
  }

  /** A message has come whole; those of a connection come in the order in which they were sent. */
  default void message(Connection connection, byte[] message) {
  }

  /**
   * The path brings no telemetry that the configured scheme goes by, and another one decides from now on.
   *
   * @param configured its name
   * @param instead the name of that which decides
   */
  default void schemeReplaced(Connection connection, String configured, String instead) {
  }

  /** It is gone; all its operations are over. */
  default void closed(Connection connection) {
  }
}
