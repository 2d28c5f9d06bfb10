package dev.inflight.live;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Something that completes in the loop's thread, which must not wait for it: it would wait for ever, and all connections with it. There, a future that has
 * not completed is refused.
 */
final class LoopFuture<T> extends CompletableFuture<T> {
  private final Endpoint endpoint;

  LoopFuture(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  private void mayWait() {
    if (!isDone() && endpoint.isInLoop()) {
      throw new IllegalStateException(
          "this wait would block the endpoint's own thread, which completes the operation; use whenComplete instead");
    }
  }

  /** A stage that depends on this one completes in the loop's thread too. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new LoopFuture<>(endpoint);
  }

  @Override
  public T join() {
    mayWait();
    return super.join();
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    mayWait();
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
    mayWait();
    return super.get(timeout, unit);
  }
}
