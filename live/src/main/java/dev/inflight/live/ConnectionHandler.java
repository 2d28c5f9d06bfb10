package dev.inflight.live;

/**
 * Is notified of a {@link Connection}, in the loop's thread: what takes long keeps all other connections waiting. It may post and close from within, but not
 * wait: futures of the endpoint that have not completed refuse {@code join} and {@code get} there.
 *
 * <p>A method that throws ends its connection, and no other: {@link #failed} gets what was thrown, operations of both ends that are under way fail with
 * {@code FLUSHED}, no further message is delivered, and {@link #closed} is called at last. That holds for an {@link Error} too (of an assertion, a stack that
 * overflowed, memory that was lacking), as nothing of the endpoint was under way below it. An Error that arises in the endpoint's own code ends the endpoint.
 *
 * <p>{@link #closed} is called once for each connection that a handler was given to, however that ends: by either end, by a peer that is gone or
 * does not grant it, by a failure, or as the endpoint itself has ended.
 */
public interface ConnectionHandler {
  /** Ignores everything. */
  ConnectionHandler NONE = new ConnectionHandler() {
  };

  /** Both ends know of it. */
  default void connected(Connection connection) {
  }

  /**
   * A message has come whole; those of a connection come in the order in which they were sent. It is acknowledged already: an application that has to
   * know that the other one has handled a message needs an answer of that application.
   */
  default void message(Connection connection, byte[] message) {
  }

  /**
   * The path brings no telemetry that the configured scheme goes by, and another one decides from now on.
   *
   * @param configured its name
   * @param instead the name of the one which decides
   */
  default void schemeReplaced(Connection connection, String configured, String instead) {
  }

  /**
   * Something of the application's has thrown: a method of this handler, or a scheme. The connection ends. Where this method is not overridden, the
   * uncaught exception handler of the loop's thread gets it, which prints it where nothing else was set.
   *
   * @param cause what was thrown
   */
  default void failed(Connection connection, Throwable cause) {
    Thread loop = Thread.currentThread();
    loop.getUncaughtExceptionHandler().uncaughtException(loop, cause);
  }

  /** It is gone; all its operations are over. */
  default void closed(Connection connection) {
  }
}
