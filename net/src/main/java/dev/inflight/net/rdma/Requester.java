package dev.inflight.net.rdma;

import dev.inflight.net.rdma.Operation.Kind;
import dev.inflight.net.rdma.Operation.Status;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The operations of one end of a connection: it puts them on its stream in order, limits the READs that wait for responses, and
 * completes them in order. A WRITE is done when its last byte is acknowledged, a READ when its last requested byte has arrived.
 */
final class Requester {
  /** Limit of READs that wait for responses: the initiator depth (InfiniBand Architecture vol. 1, §12.7.29). */
  static final int READS_AT_ONCE = 16;

  /** Most connections of jobs, of which there may be a million, have at most one operation. */
  private static final int FIRST_ROOM = 1;
  private static final long MSN_MASK = 0xFF_FFFF;

  private final QueuePair queuePair;
  /** Operations that are not on the stream yet. */
  private final ArrayDeque<Operation> waiting = new ArrayDeque<>(FIRST_ROOM);
  /** Operations on the stream with unacknowledged messages. */
  private final ArrayDeque<Message> unacknowledged = new ArrayDeque<>(FIRST_ROOM);
  /** READs on the stream without a whole response. */
  private final ArrayDeque<Operation> unanswered = new ArrayDeque<>(FIRST_ROOM);
  /** All operations that have not completed. */
  private final ArrayDeque<Operation> incomplete = new ArrayDeque<>(FIRST_ROOM);
  private final ReadResponseTimer responses;
  private long acknowledgedBytes;

  Requester(QueuePair queuePair) {
    this.queuePair = queuePair;
    responses = new ReadResponseTimer(queuePair, queuePair.host().firstNic());
  }

  /** Handles a packet from the other end. */
  void onArrival(long nowPs) {
    responses.onArrival(nowPs);
  }

  void post(Operation operation, long nowPs) {
    operation.postedAt(nowPs);
    incomplete.add(operation);
    if (operation.status == Status.PENDING) {
      waiting.add(operation);
      advance(nowPs);
    } else {
      complete(nowPs);
    }
  }

  /** Puts the next operations on the stream, within its limits. */
  void advance(long nowPs) {
    if (!queuePair.maySend()) {
      return;
    }
    boolean appended = false;
    for (Operation next = waiting.peek(); next != null && mayGo(next); next = waiting.peek()) {
      waiting.remove();
      Message message = Message.of(next);
      unacknowledged.add(message);
      if (next.kind() == Kind.READ) {
        unanswered.add(next);
        responses.due(true, nowPs);
      }
      queuePair.append(message);
      appended = true;
    }
    if (appended) {
      queuePair.send(nowPs);
    }
  }

  private boolean mayGo(Operation operation) {
    return operation.kind() == Kind.WRITE || unanswered.size() < READS_AT_ONCE;
  }

  /** Handles an acknowledgement of all bytes of the stream before this one. */
  void acknowledged(long sequence, long nowPs) {
    Operation read = unanswered.peek();
    if (read != null && read.local != null && sequence > acknowledgedBytes) {
      responses.onArrival(nowPs); // in real time a request may wait long behind WRITEs: while those arrive, the other end is present
    }
    acknowledgedBytes = sequence;
    settle(sequence);
    complete(nowPs);
  }

  private void settle(long sequence) {
    for (Message first = unacknowledged.peek(); first != null && first.end() <= sequence; first = unacknowledged.peek()) {
      unacknowledged.remove();
      first.from(null, 0); // no retransmission follows: the application may reuse its memory
      Operation operation = first.operation;
      if (operation != null && operation.kind() == Kind.WRITE) {
        operation.status = Status.SUCCESS;
      }
    }
  }

  /** Handles the whole response to a READ. */
  void readIsDone(long nowPs) {
    Operation read = unanswered.poll();
    if (read != null) {
      read.status = Status.SUCCESS;
      responses.due(!unanswered.isEmpty(), nowPs);
      complete(nowPs);
      advance(nowPs);
    }
  }

  /** Returns the READ that waits for the response with this number of messages, modulo 2^24, up to its request. */
  @Nullable
  Operation answeredBy(long completedMessages) {
    for (Operation read : unanswered) {
      Message asks = read.request;
      if (asks != null && (asks.serial() + 1 - completedMessages & MSN_MASK) == 0) {
        return read;
      }
    }
    return null;
  }

  /** Reports the finished operations that have no unfinished one before them. */
  private void complete(long nowPs) {
    for (Operation first = incomplete.peek(); first != null && first.status != Status.PENDING; first = incomplete.peek()) {
      incomplete.remove();
      first.local = null;
      queuePair.completed(first, nowPs);
    }
  }

  /** Handles a refusal of the message at this byte. READs before it get responses; later operations fail. */
  void refused(long sequence, long nowPs) {
    settle(sequence);
    Operation guilty = firstNotTaken();
    boolean before = true;
    for (Operation operation : incomplete) {
      before &= operation != guilty; // by identity: each is posted once
      if (!before) {
        operation.status = operation == guilty ? Status.REMOTE_ACCESS_ERROR : Status.FLUSHED;
        unanswered.remove(operation);
      }
    }
    clear();
    responses.due(!unanswered.isEmpty(), nowPs);
    complete(nowPs);
  }

  /**
   * Fails all operations that are not done.
   *
   * @param sequence the other end has the stream up to this byte
   * @param why status of the first operation that the other end has not taken; the others are flushed
   */
  void fail(long sequence, Status why, long nowPs) {
    settle(sequence);
    fail(firstNotTaken(), why, nowPs);
  }

  /** Fails all operations: one with this status, or none if it is null; the others are flushed. */
  void fail(@Nullable Operation guilty, Status why, long nowPs) {
    for (Operation operation : incomplete) {
      if (operation.status == Status.PENDING) {
        operation.status = operation == guilty ? why : Status.FLUSHED;
      }
    }
    clear();
    unanswered.clear();
    responses.due(false, nowPs);
    complete(nowPs);
  }

  private void clear() {
    waiting.clear();
    unacknowledged.forEach(message -> message.from(null, 0));
    unacknowledged.clear();
  }

  private @Nullable Operation firstNotTaken() {
    Message first = unacknowledged.peek();
    return first == null ? incomplete.peek() : first.operation;
  }

  boolean isIdle() {
    return incomplete.isEmpty();
  }

  /** Number of operations that have not completed. */
  int incomplete() {
    return incomplete.size();
  }
}
