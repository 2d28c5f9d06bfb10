package dev.inflight.net.switching.queue;

/** Order in which a switch's ports serve their queues. Each kind is a record of its parameters, and makes a port's queues. */
public interface QueueDiscipline {
  /** The name by which scenarios call it. */
  String name();

  /**
   * The queues of one port, empty.
   *
   * @param counted true if bytes are counted by queue
   */
  PortQueues queues(boolean counted);

  /**
   * True if a queue is served before all lower ones, whatever their length.
   *
   * @param queue 1 to one less than {@link PortQueues#COUNT}
   */
  default boolean isStrict(int queue) {
    return false;
  }

  /** True if each queue has a share of the port's rate, which {@link #queues(QueueLoads)} can report. */
  default boolean hasShares() {
    return false;
  }

  /**
   * The queues of one port, empty, with their bytes counted.
   *
   * @param loads receives each packet that leaves them
   * @throws UnsupportedOperationException without {@linkplain #hasShares shares}
   */
  default PortQueues queues(QueueLoads loads) {
    throw new UnsupportedOperationException(name() + " has no shares by bytes");
  }
}
