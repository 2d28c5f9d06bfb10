package dev.inflight.live;

import dev.inflight.net.rdma.Operation;

/** An operation that came to nothing, or of which nobody knows what it came to. */
public final class OperationFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Operation.Status status;

  OperationFailed(String what, Operation.Status status) {
    super(what + ": " + status);
    this.status = status;
  }

  /** What has become of it. */
  public Operation.Status status() {
    return status;
  }
}
