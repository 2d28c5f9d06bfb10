package dev.inflight.sim.rdma;

import dev.inflight.net.host.Sender;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.StreamFlow;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has started and is not done.
 *
 * @param row its number in the run
 * @param parts what was posted of it and is not done, one or more: a message of a job may take several WRITEs
 * @param sender what moves its bytes, or asks for them; none while the connection is not made
 * @param isBehind whether another operation of its queue pair comes first
 */
public record UnfinishedOperation(int row, List<Operation> parts, @Nullable Sender sender, boolean isBehind) {
  /** Copies the list. */
  public UnfinishedOperation {
    parts = List.copyOf(parts);
  }

  /** What has become of it: of several parts, of the first. */
  public Operation.Status status() {
    return parts.getFirst().status();
  }

  /** When it was posted, in picoseconds. */
  public long postedPs() {
    return parts.getFirst().postedPs();
  }

  /**
   * How many of its bytes the sender has sent.
   *
   * @param sizeBytes all of its bytes
   */
  public long sentBytes(long sizeBytes) {
    return bytes(sizeBytes, Sender::sentBytes);
  }

  /** How many of its bytes are known to the sender to have arrived. */
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
