package dev.inflight.sim.rdma;

import dev.inflight.net.host.Sender;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.StreamFlow;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has started but is not done.
 *
 * @param row its number in the run
 * @param parts its posted operations that are not done, one or more: a message of a job may take several WRITEs
 * @param sender sender of its bytes, or of the request for them; null until the connection is made
 * @param isBehind true if another operation of its queue pair comes first
 */
public record UnfinishedOperation(int row, List<Operation> parts, @Nullable Sender sender, boolean isBehind) {
  /** Copies the list. */
  public UnfinishedOperation {
    parts = List.copyOf(parts);
  }

  /** Its status; with several parts, that of the first. */
  public Operation.Status status() {
    return parts.getFirst().status();
  }

  /** Time of its posting, in picoseconds. */
  public long postedPs() {
    return parts.getFirst().postedPs();
  }

  /**
   * Number of its bytes that the sender has sent.
   *
   * @param sizeBytes all of its bytes
   */
  public long sentBytes(long sizeBytes) {
    return bytes(sizeBytes, Sender::sentBytes);
  }

  /** Number of its bytes that have arrived, as far as the sender has a report. */
  public long ackedBytes(long sizeBytes) {
    return bytes(sizeBytes, Sender::ackedBytes);
  }

  private long bytes(long sizeBytes, ToLongFunction<Sender> upTo) {
    if (sender == null) {
      return 0;
    }
    long doneBytes = sizeBytes - parts.stream().mapToLong(Operation::bytes).sum();
    var stream = (StreamFlow) sender.flow();
    return doneBytes + parts.stream().mapToLong(part -> part.bytesUpTo(upTo.applyAsLong(sender), stream)).sum();
  }
}
