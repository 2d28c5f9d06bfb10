package dev.inflight.live;

import dev.inflight.net.rdma.Message;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.memory.ByteStore;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A reliable connection to another endpoint: WRITEs into its memory, READs from it, and messages. Operations execute and complete
 * in posting order. A message is a WRITE with key 0, which no region has: the receiver delivers it to its application.
 *
 * <p>Any thread may use it. Futures complete in the loop's thread, exceptionally with an {@link OperationFailed}; its status is
 * {@code RETRY_EXCEEDED} for the first operation that a peer has not answered, and {@code FLUSHED} for all later ones. In the
 * loop's thread, such as in a handler, {@code join} and {@code get} of an incomplete future throw an
 * {@link IllegalStateException}.
 *
 * <p>The configuration limits the number of pending operations. At the limit, {@link #write}, {@link #read} and {@link #send}
 * wait, or throw an {@link IllegalStateException} in the loop's thread. To avoid waiting, post to a {@link CompletionQueue}.
 */
public final class Connection {
  /** Destination address of a message, with a key that no region has. */
  static final long MESSAGE = 0;

  private static final int MESSAGE_KEY = 0;
  private static final long KEEP_ALIVE = 1;

  private final Endpoint endpoint;
  private final int peer;
  private final Semaphore room;
  private final CompletableFuture<Connection> ready;
  private final CompletableFuture<Void> gone;
  private final Deque<Posted> posted = new ArrayDeque<>();
  private final ConnectionEnd end;
  private final Posted keptAlive = new Posted(null, null, null, 0);
  private boolean closing;
  private @Nullable QueuePair queuePair;

  /** Requested operation. */
  private record Asked(Operation.Kind kind, @Nullable Region region, ByteStore local, long offset, long bytes, int key,
      long address) {
    void check(long localBytes) {
      if (bytes < 1 || bytes > Message.MOST_BYTES) {
        throw new IllegalArgumentException(this + " is outside 1 to " + Message.MOST_BYTES);
      }
      Objects.checkFromIndexSize(offset, bytes, localBytes);
    }

    @Override
    public String toString() {
      return kind + " of " + bytes + " bytes";
    }
  }

  /** Pending operation with the region that it uses, and the receiver of its completion: a future, a queue, or none. */
  private record Posted(@Nullable Region region, @Nullable CompletableFuture<Void> over, @Nullable CompletionQueue queue,
      long id) {
  }

  Connection(Endpoint endpoint, ConnectionHandler handler, int peer) {
    this.endpoint = endpoint;
    this.peer = peer;
    ready = new LoopFuture<>(endpoint);
    gone = new LoopFuture<>(endpoint);
    end = new ConnectionEnd(endpoint, this, handler);
    room = new Semaphore(endpoint.config().mostOperations());
  }

  void is(QueuePair made) {
    queuePair = made;
  }

  ConnectionEnd end() {
    return end;
  }

  /** Queue pair of this endpoint; null before the connection is requested or granted. */
  @Nullable
  QueuePair queuePair() {
    return queuePair;
  }

  /**
   * Writes bytes into the other endpoint's memory.
   *
   * @param local region with the bytes
   * @param offset offset of the first byte in the region
   * @param bytes number of bytes, 1 to 2^31
   * @param key key of the remote region
   * @param address destination address in the remote region
   * @throws IllegalArgumentException if the region belongs to another endpoint, or the length is out of range
   * @throws IndexOutOfBoundsException if the region has too few bytes at this offset
   * @throws IllegalStateException if the region was deregistered, or its arena is closed
   */
  public CompletableFuture<Void> write(Region local, long offset, long bytes, int key, long address) {
    return post(asked(Operation.Kind.WRITE, local, offset, bytes, key, address), local.bytes());
  }

  /** Reads bytes of the other endpoint's memory into a region that is not read-only; the opposite of {@link #write}. */
  public CompletableFuture<Void> read(Region local, long offset, long bytes, int key, long address) {
    return post(asked(Operation.Kind.READ, local, offset, bytes, key, address), local.bytes());
  }

  /**
   * Sends a message.
   *
   * @param message 1 byte or more, up to the other endpoint's configured limit; must not change until the operation completes
   */
  public CompletableFuture<Void> send(byte[] message) {
    return post(message(message), message.length);
  }

  /**
   * Posts a {@link #write} that reports its completion to a queue, and never waits.
   *
   * @param id the application's identifier of the operation
   * @return false if nothing was posted: the queue is full, or this connection is at its limit of pending operations
   */
  public boolean postWrite(CompletionQueue to, long id, Region local, long offset, long bytes, int key, long address) {
    return post(to, id, asked(Operation.Kind.WRITE, local, offset, bytes, key, address), local.bytes());
  }

  /** Posts a {@link #read} that reports its completion to a queue, like {@link #postWrite}. */
  public boolean postRead(CompletionQueue to, long id, Region local, long offset, long bytes, int key, long address) {
    return post(to, id, asked(Operation.Kind.READ, local, offset, bytes, key, address), local.bytes());
  }

  /** Posts a {@link #send} that reports its completion to a queue, like {@link #postWrite}. */
  public boolean postSend(CompletionQueue to, long id, byte[] message) {
    return post(to, id, message(message), message.length);
  }

  private Asked asked(Operation.Kind kind, Region local, long offset, long bytes, int key, long address) {
    Objects.requireNonNull(local, "local").requireUsable(endpoint, kind == Operation.Kind.READ);
    return new Asked(kind, local, local.store(), offset, bytes, key, address);
  }

  private static Asked message(byte[] message) {
    Objects.requireNonNull(message, "message");
    return new Asked(Operation.Kind.WRITE, null, ByteStore.of(message), 0, message.length, MESSAGE_KEY, MESSAGE);
  }

  private CompletableFuture<Void> post(Asked what, long localBytes) {
    what.check(localBytes);
    if (!room.tryAcquire()) {
      if (endpoint.isInLoop()) {
        throw new IllegalStateException(endpoint.config().mostOperations() + " operations are under way already");
      }
      room.acquireUninterruptibly();
    }
    var over = new LoopFuture<Void>(endpoint);
    hand(what, new Posted(what.region, over, null, 0));
    return over;
  }

  private boolean post(CompletionQueue to, long id, Asked what, long localBytes) {
    what.check(localBytes);
    Objects.requireNonNull(to, "to");
    if (!to.take()) {
      return false;
    }
    if (!room.tryAcquire()) {
      to.give();
      return false;
    }
    hand(what, new Posted(what.region, null, to, id));
    return true;
  }

  private void hand(Asked what, Posted posting) {
    if (endpoint.isClosed()) {
      over(posting, what, Operation.Status.FLUSHED);
    } else {
      endpoint.execute(() -> post(what, posting));
    }
  }

  private void post(Asked what, Posted posting) {
    QueuePair to = queuePair;
    if (closing || to == null || to.state() == QueuePair.State.CLOSED) {
      over(posting, what, Operation.Status.FLUSHED);
      return;
    }
    if (posting.region != null) {
      if (posting.region.isTakenBack()) { // since it was posted
        over(posting, what, Operation.Status.LOCAL_ACCESS_ERROR);
        return;
      }
      posting.region.use();
    }
    posted.add(posting);
    to.post(what.kind, 0, what.address, what.key, what.bytes, what.local, what.offset, endpoint.nowPs());
  }

  @SuppressWarnings("ReferenceEquality")
  private void over(Posted posting, Object what, Operation.Status status) {
    if (posting == keptAlive) {
      return;
    }
    room.release();
    if (posting.queue != null) {
      posting.queue.add(this, posting.id, status);
    } else if (posting.over != null && status == Operation.Status.SUCCESS) {
      posting.over.complete(null);
    } else if (posting.over != null) {
      posting.over.completeExceptionally(new OperationFailed(what.toString(), status, cause(posting, status)));
    }
  }

  private @Nullable Throwable cause(Posted posting, Operation.Status status) {
    return status == Operation.Status.LOCAL_ACCESS_ERROR && posting.region != null ? posting.region.unreachable() : end.failure();
  }

  /** Completes an operation that was posted to the queue pair. */
  private void overThere(Posted posting, Object what, Operation.Status status) {
    if (posting.region != null) {
      posting.region.used();
    }
    over(posting, what, status);
  }

  /** Completes the first of the pending operations. */
  void completed(Operation operation) {
    overThere(posted.remove(), operation.kind() + " of " + operation.bytes() + " bytes", operation.status());
  }

  /** Checks that the peer is alive, if no other traffic would show it. */
  void keepAlive() {
    QueuePair to = queuePair;
    if (to != null && to.state() == QueuePair.State.READY && to.incomplete() == 0 && !closing) {
      post(new Asked(Operation.Kind.WRITE, null, ByteStore.of(new byte[1]), 0, 1, MESSAGE_KEY, KEEP_ALIVE), keptAlive);
    }
  }

  /**
   * Closes the connection after all operations posted here have completed, and flushes operations posted by the other endpoint.
   * The future completes when the connection is gone.
   */
  public CompletableFuture<Void> close() {
    endpoint.execute(this::closeNow);
    return gone;
  }

  private void closeNow() {
    QueuePair of = queuePair;
    if (!closing && of != null) {
      of.close(endpoint.nowPs());
    }
    closing = true; // a granted connection that the requester has not confirmed ends with the confirmation
  }

  /** Ends the connection at once after a failure of the application. */
  void abort() {
    closing = true;
    QueuePair of = queuePair;
    if (of != null) {
      of.abort(endpoint.nowPs());
    }
  }

  /** Ends the connection at once, without notifying the other endpoint. */
  void discard() {
    closing = true;
    QueuePair of = queuePair;
    if (of != null) {
      of.discard(endpoint.nowPs());
    }
  }

  /** Ends the connection if the loop has stopped before the other endpoint confirmed the end. */
  void abandon() {
    closing = true;
    queuePair = null; // the loop did not finish its current work
    for (Posted next = posted.poll(); next != null; next = posted.poll()) {
      overThere(next, "an operation", Operation.Status.FLUSHED);
    }
    end.closed(Operation.Status.FLUSHED);
  }

  /** Reports that both endpoints have the connection. */
  void connected(QueuePair of, long nowPs) {
    if (closing) {
      of.close(nowPs);
    }
    if (end.failure() == null) {
      ready.complete(this);
    }
  }

  /** Reports that the connection was not established, unless its outcome is known already. */
  void notMade(Operation.Status why) {
    ready.completeExceptionally(new OperationFailed("a connection", why, end.failure()));
  }

  void isGone() {
    gone.complete(null);
  }

  /** IPv4 address of the other endpoint, as its four bytes in an int; over IPv6 the last four bytes of its address. */
  public int peer() {
    return peer;
  }

  /** Address of the other endpoint. */
  public InetAddress peerAddress() {
    return Addresses.of(endpoint.config().ipv6Prefix(), peer);
  }

  /**
   * Future that completes when both endpoints have the connection. It fails with an {@link OperationFailed}: {@code REJECTED} if
   * the other endpoint does not grant it, {@code RETRY_EXCEEDED} if that endpoint does not answer, {@code FLUSHED} if either
   * endpoint was closed meanwhile, or if the application has failed.
   */
  public CompletableFuture<Connection> ready() {
    return ready;
  }

  /** Future that completes when the connection is gone. */
  public CompletableFuture<Void> gone() {
    return gone;
  }

  /**
   * Current state: scheme, window, pace, round-trip times and counters, read in the loop's thread between two events. Any thread
   * may call it at any time. It costs the loop time only when called.
   */
  public CompletableFuture<ConnectionSnapshot> snapshot() {
    var read = new LoopFuture<ConnectionSnapshot>(endpoint);
    Runnable task = () -> read.complete(end.snapshot(queuePair));
    if (endpoint.mayRunHere()) {
      task.run();
    } else {
      endpoint.execute(task);
    }
    return read;
  }

  /** Application's exception that ends or has ended the connection ({@link ConnectionHandler#failed}), or null. */
  public @Nullable Throwable failure() {
    return end.failure();
  }
}
