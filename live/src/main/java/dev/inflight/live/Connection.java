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
 * A reliable connection to another endpoint: WRITEs into its memory, READs of it, and messages. Operations are done, and complete, in the order in which
 * they are posted. A message is a WRITE under the key 0, which is no region's: the other end takes it to its application instead.
 *
 * <p>May be used from any thread. Futures complete in the loop's thread, exceptionally with an {@link OperationFailed}; its status is
 * {@code RETRY_EXCEEDED} of the first operation that a peer has not answered, {@code FLUSHED} of all behind it.
 * In the loop's thread, a handler's that is, {@code join} and {@code get} of one that has not completed throw an {@link IllegalStateException}.
 *
 * <p>At most so many operations are under way as the configuration permits: further ones wait in {@link #write}, {@link #read} and {@link #send} until one
 * is over, but in the loop's thread, which must not wait, are refused with an {@link IllegalStateException}. Who does not want to wait at all posts to a
 * {@link CompletionQueue}, and asks that.
 */
public final class Connection {
  /** Where a message goes, under a key that is no region's. */
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

  /** What is asked for. */
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

  /** An operation that is under way, what memory it needs, and what is notified of its end: a future, a queue, or nothing. */
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

  /** What is at this end of it; none before it was asked for or granted. */
  @Nullable
  QueuePair queuePair() {
    return queuePair;
  }

  /**
   * Brings bytes into the other end's memory.
   *
   * @param local where they are
   * @param offset the first of them, from the region's beginning
   * @param bytes how many, 1 to 2^31
   * @param key of the region there
   * @param address where they go
   * @throws IllegalArgumentException where the region is another endpoint's, or the length outside of that range
   * @throws IndexOutOfBoundsException where the region has not so many bytes there
   * @throws IllegalStateException where the region was taken back, or its arena is closed
   */
  public CompletableFuture<Void> write(Region local, long offset, long bytes, int key, long address) {
    return post(asked(Operation.Kind.WRITE, local, offset, bytes, key, address), local.bytes());
  }

  /** Fetches bytes of the other end's memory; as {@link #write}, but the other way, into memory that is not read-only. */
  public CompletableFuture<Void> read(Region local, long offset, long bytes, int key, long address) {
    return post(asked(Operation.Kind.READ, local, offset, bytes, key, address), local.bytes());
  }

  /**
   * Sends a message.
   *
   * @param message 1 byte or more, at most what the other end's configuration permits; not to be changed until it is over
   */
  public CompletableFuture<Void> send(byte[] message) {
    return post(message(message), message.length);
  }

  /**
   * A {@link #write} that reports its end to a queue, and that never waits.
   *
   * @param id the application's name for it
   * @return false when nothing was posted: the queue is full, or as many operations of this connection are under way as the configuration permits
   */
  public boolean postWrite(CompletionQueue to, long id, Region local, long offset, long bytes, int key, long address) {
    return post(to, id, asked(Operation.Kind.WRITE, local, offset, bytes, key, address), local.bytes());
  }

  /** A {@link #read} that reports its end to a queue; as {@link #postWrite}. */
  public boolean postRead(CompletionQueue to, long id, Region local, long offset, long bytes, int key, long address) {
    return post(to, id, asked(Operation.Kind.READ, local, offset, bytes, key, address), local.bytes());
  }

  /** A {@link #send} that reports its end to a queue; as {@link #postWrite}. */
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

  private void hand(Asked what, Posted who) {
    if (endpoint.isClosed()) {
      over(who, what, Operation.Status.FLUSHED);
    } else {
      endpoint.execute(() -> post(what, who));
    }
  }

  private void post(Asked what, Posted who) {
    QueuePair to = queuePair;
    if (closing || to == null || to.state() == QueuePair.State.CLOSED) {
      over(who, what, Operation.Status.FLUSHED);
      return;
    }
    if (who.region != null) {
      if (who.region.isTakenBack()) { // since it was posted
        over(who, what, Operation.Status.LOCAL_ACCESS_ERROR);
        return;
      }
      who.region.use();
    }
    posted.add(who);
    to.post(what.kind, 0, what.address, what.key, what.bytes, what.local, what.offset, endpoint.nowPs());
  }

  @SuppressWarnings("ReferenceEquality")
  private void over(Posted who, Object what, Operation.Status status) {
    if (who == keptAlive) {
      return;
    }
    room.release();
    if (who.queue != null) {
      who.queue.add(this, who.id, status);
    } else if (who.over != null && status == Operation.Status.SUCCESS) {
      who.over.complete(null);
    } else if (who.over != null) {
      who.over.completeExceptionally(new OperationFailed(what.toString(), status, cause(who, status)));
    }
  }

  private @Nullable Throwable cause(Posted who, Operation.Status status) {
    return status == Operation.Status.LOCAL_ACCESS_ERROR && who.region != null ? who.region.unreachable() : end.failure();
  }

  /** An operation that was posted to the queue pair is over. */
  private void overThere(Posted who, Object what, Operation.Status status) {
    if (who.region != null) {
      who.region.used();
    }
    over(who, what, status);
  }

  /** The first of those that are under way is over. */
  void completed(Operation operation) {
    overThere(posted.remove(), operation.kind() + " of " + operation.bytes() + " bytes", operation.status());
  }

  /** Whether the peer is there, if nothing else would show it. */
  void keepAlive() {
    QueuePair to = queuePair;
    if (to != null && to.state() == QueuePair.State.READY && to.incomplete() == 0 && !closing) {
      post(new Asked(Operation.Kind.WRITE, null, ByteStore.of(new byte[1]), 0, 1, MESSAGE_KEY, KEEP_ALIVE), keptAlive);
    }
  }

  /** Ends it once all that is posted here is over, and what the other end has posted is flushed; completes when it is gone. */
  public CompletableFuture<Void> close() {
    endpoint.execute(this::closeNow);
    return gone;
  }

  private void closeNow() {
    QueuePair of = queuePair;
    if (!closing && of != null) {
      of.close(endpoint.nowPs());
    }
    closing = true; // one that was granted, and that the requester has not confirmed, ends with the confirmation
  }

  /** Ends it at once, as the application has failed. */
  void abort() {
    closing = true;
    QueuePair of = queuePair;
    if (of != null) {
      of.abort(endpoint.nowPs());
    }
  }

  /** Ends it at once, without the other end. */
  void discard() {
    closing = true;
    QueuePair of = queuePair;
    if (of != null) {
      of.discard(endpoint.nowPs());
    }
  }

  /** The loop does not run any more, and the other end has not agreed to the end. */
  void abandon() {
    closing = true;
    queuePair = null; // what its loop was doing is not finished
    for (Posted next = posted.poll(); next != null; next = posted.poll()) {
      overThere(next, "an operation", Operation.Status.FLUSHED);
    }
    end.closed(Operation.Status.FLUSHED);
  }

  /** Both ends know of it, and so does the application. */
  void connected(QueuePair of, long nowPs) {
    if (closing) {
      of.close(nowPs);
    }
    if (end.failure() == null) {
      ready.complete(this);
    }
  }

  /** It was not made, if nothing is known of that yet. */
  void notMade(Operation.Status why) {
    ready.completeExceptionally(new OperationFailed("a connection", why, end.failure()));
  }

  void isGone() {
    gone.complete(null);
  }

  /** The IPv4 address of the other end, as the four bytes of it are in an int; over IPv6 the last four bytes of its address. */
  public int peer() {
    return peer;
  }

  /** The address of the other end. */
  public InetAddress peerAddress() {
    return Addresses.of(endpoint.config().ipv6Prefix(), peer);
  }

  /**
   * Completes when both ends know of it; otherwise exceptionally with an {@link OperationFailed}: {@code REJECTED} when the other end does not grant it,
   * {@code RETRY_EXCEEDED} when nothing answers there, {@code FLUSHED} when either end was closed meanwhile, or the application has failed.
   */
  public CompletableFuture<Connection> ready() {
    return ready;
  }

  /** Completes when it is gone. */
  public CompletableFuture<Void> gone() {
    return gone;
  }

  /**
   * How it is now: scheme, window, pace, round-trip times and counters, read in the loop's thread between two events; from any thread, at any time.
   * It costs the loop nothing but when it is asked for.
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

  /** What the application has thrown, so that the connection ends or has ended ({@link ConnectionHandler#failed}); null as long as it has not. */
  public @Nullable Throwable failure() {
    return end.failure();
  }
}
