package dev.inflight.net.switching.queue;

/** How the ports of a switch order what waits in their queues. Each kind is a record of its parameters and makes the queues of a port. */
public interface QueueDiscipline {
  /** The name by which scenarios call it. */
  String name();

  /**
   * The queues of one port, empty.
   *
   * @param counted whether bytes are counted by queue
   */
  PortQueues queues(boolean counted);

  /**
   * Whether a queue is served before all lower ones, however much they hold.
   *
   * @param queue 1 to one less than {@link PortQueues#COUNT}
   */
  default boolean isStrict(int queue) {
    return false;
  }

  /** Whether each queue has a share of the port's bytes, which {@link #queues(QueueLoads)} can report. */
  default boolean hasShares() {
    return false;
  }

  /**
   * The queues of one port, empty, with their bytes counted.
   *
   * @param loads is notified of each packet that leaves them
   * @throws UnsupportedOperationException without {@linkplain #hasShares shares}
   */
  default PortQueues queues(QueueLoads loads) {
    throw new UnsupportedOperationException(name() + " has no shares by bytes");
  }
}
