package dev.inflight.live;

import dev.inflight.net.rdma.Operation;
import org.jspecify.annotations.Nullable;

/** Exception for an operation that failed, or that has an unknown result. */
public final class OperationFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Operation.Status status;

  OperationFailed(String what, Operation.Status status, @Nullable Throwable cause) {
    super(what + ": " + status, cause);
    this.status = status;
  }

  /** Status of the operation. */
  public Operation.Status status() {
    return status;
  }
}
