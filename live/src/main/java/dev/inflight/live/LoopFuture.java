package dev.inflight.live;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Future that completes in the loop's thread. That thread must not wait for it: it and all connections would wait forever. There,
 * waiting for an incomplete future throws.
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

  /** Stage that depends on this one, which also completes in the loop's thread. */
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
