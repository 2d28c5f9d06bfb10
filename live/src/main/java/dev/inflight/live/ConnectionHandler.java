package dev.inflight.live;

/**
 * Callbacks of a {@link Connection}, in the loop's thread: a slow callback delays all other connections. A callback may post and
 * close, but not wait: there, {@code join} and {@code get} of the endpoint's incomplete futures throw.
 *
 * <p>A method that throws ends its connection, and no other: {@link #failed} receives the exception, pending operations of both
 * endpoints fail with {@code FLUSHED}, no further message is delivered, and {@link #closed} is called last. The same applies to
 * an {@link Error} (assertion, stack overflow, out of memory), because no work of the endpoint is in progress then. An Error in
 * the endpoint's own code ends the endpoint.
 *
 * <p>{@link #closed} is called once for each connection with a handler, for every kind of end: by either endpoint, by a peer that
 * is gone or does not grant it, by a failure, or by the end of the endpoint itself.
 */
public interface ConnectionHandler {
  /** Handler that ignores all calls. */
  ConnectionHandler NONE = new ConnectionHandler() {
  };

  /** Reports that both endpoints have the connection. */
  default void connected(Connection connection) {
  }

  /**
   * Reports a complete message; messages of a connection arrive in the order in which they were sent. The message is already
   * acknowledged: to confirm that it was handled, the application must send an answer.
   */
  default void message(Connection connection, byte[] message) {
  }

  /**
   * Reports that another scheme decides from now on, because the path returns no telemetry that the configured scheme can use.
   *
   * @param configured name of the configured scheme
   * @param instead name of the scheme that decides now
   */
  default void schemeReplaced(Connection connection, String configured, String instead) {
  }

  /**
   * Reports an exception of the application, from a method of this handler or from a scheme. The connection ends. Unless this
   * method is overridden, the uncaught exception handler of the loop's thread gets the exception; the default one prints it.
   *
   * @param cause the exception
   */
  default void failed(Connection connection, Throwable cause) {
    Thread loop = Thread.currentThread();
    loop.getUncaughtExceptionHandler().uncaughtException(loop, cause);
  }

  /** Reports that the connection is gone; all its operations have completed. */
  default void closed(Connection connection) {
  }
}
