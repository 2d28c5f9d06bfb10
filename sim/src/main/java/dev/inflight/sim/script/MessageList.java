package dev.inflight.sim.script;

import dev.inflight.sim.graph.Job;

/** The messages of a job in order. They are rows of a table of flows that take no memory. */
public interface MessageList {
  /** Number of messages, from 0 on. */
  int messages();

  /** The operation that is the send of a message. */
  int send(int message);

  /** The host that sends a message, for the job of these messages. */
  int source(Job job, int message);

  /** The host that receives a message. */
  int destination(Job job, int message);

  /** Bytes of a message, 1 or more. */
  long sizeBytes(int message);

  /**
   * Visits all messages in order, without a search for each.
   *
   * @param job the job of these messages
   * @param firstRow the row of message 0
   */
  void forEachMessage(Job job, int firstRow, RowVisitor visitor);

  /**
   * Visits all messages, grouped by size and pair of hosts; pairs come in the order of their first messages.
   *
   * @param job the job of these messages
   */
  void forEachAlike(Job job, AlikeVisitor visitor);
}
