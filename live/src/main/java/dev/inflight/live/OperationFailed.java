package dev.inflight.live;

import dev.inflight.net.rdma.Operation;
import org.jspecify.annotations.Nullable;

/** An operation that came to nothing, or of which it is not known what it came to. */
public final class OperationFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Operation.Status status;

  OperationFailed(String what, Operation.Status status, @Nullable Throwable cause) {
    super(what + ": " + status, cause);
    this.status = status;
  }

  /** What has become of it. */
  public Operation.Status status() {
    return status;
  }
}
