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
}
