package dev.inflight.sim.rdma;

import dev.inflight.net.host.Sender;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.StreamFlow;
import org.jspecify.annotations.Nullable;

/**
 * An operation that has started and is not done.
 *
 * @param row its number in the run
 * @param operation what was posted
 * @param sender what moves its bytes, or asks for them; none while the connection is not made
 * @param isBehind whether another operation of its queue pair comes first
 */
public record UnfinishedOperation(int row, Operation operation, @Nullable Sender sender, boolean isBehind) {
  /** How many of its bytes the sender has sent. */
  public long sentBytes() {
    return sender == null ? 0 : operation.bytesUpTo(sender.sentBytes(), (StreamFlow) sender.flow());
  }

  /** How many of its bytes are known to the sender to have arrived. */
  public long ackedBytes() {
    return sender == null ? 0 : operation.bytesUpTo(sender.ackedBytes(), (StreamFlow) sender.flow());
  }
}
