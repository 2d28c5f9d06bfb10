package dev.inflight.sim.script;

import dev.inflight.sim.graph.Job;

/**
 * The rows of a table that are the messages of a job, by the numbers of the messages. They take no memory.
 *
 * @param job the job of these messages
 * @param firstRow the row of message 0
 * @param priority priority of all of them
 * @param destinationPort destination port of all of them
 * @param flowClass the class of all of them, 0 for none
 */
public record ScriptRows(Job job, MessageList messages, int firstRow, int priority, int destinationPort, int flowClass) {
  /** Number of rows. */
  public int count() {
    return messages.messages();
  }

  int endRow() {
    return firstRow + count();
  }

  boolean has(int row) {
    return row >= firstRow && row < endRow();
  }

  /** Visits all rows in order. */
  public void forEach(RowVisitor visitor) {
    messages.forEachMessage(job, firstRow, visitor);
  }

  /** Visits all rows, grouped by size and pair of hosts; pairs come in the order of their first rows. */
  public void forEachAlike(AlikeVisitor visitor) {
    messages.forEachAlike(job, visitor);
  }

  /** The sending host of a row. */
  public int source(int row) {
    return messages.source(job, row - firstRow);
  }

  /** The receiving host of a row. */
  public int destination(int row) {
    return messages.destination(job, row - firstRow);
  }

  /** Bytes of the message. */
  public long sizeBytes(int row) {
    return messages.sizeBytes(row - firstRow);
  }

  /** The number of the send among all jobs' operations. */
  public int message(int row) {
    return job.firstOperation() + messages.send(row - firstRow);
  }

  /** Returns the same rows from another one on. */
  public ScriptRows from(int row) {
    return new ScriptRows(job, messages, row, priority, destinationPort, flowClass);
  }

  ScriptRows inClass(int number, int withPriority) {
    return new ScriptRows(job, messages, firstRow, withPriority > 0 ? withPriority : priority, destinationPort, number);
  }
}
