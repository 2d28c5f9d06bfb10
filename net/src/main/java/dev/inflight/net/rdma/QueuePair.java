package dev.inflight.net.rdma;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.event.Timer;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.Receiver;
import dev.inflight.net.host.SendPolicy;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Packet;
import dev.inflight.net.rdma.Operation.Status;
import dev.inflight.net.rdma.memory.ByteStore;
import org.jspecify.annotations.Nullable;

/**
 * One end of a reliable connection: an application posts WRITEs and READs to it and receives their completions. Control packets
 * create and destroy both ends. Each direction is a stream with a separate congestion control: the sender of a READ's response
 * paces it.
 *
 * <p>The sources are the HPCC NIC (SIGCOMM'19 §4.2: control packets create and remove flows; WRITE and READ) and the InfiniBand
 * Architecture vol. 1, §9.7 and §12.
 */
public final class QueuePair {
  /** States of a queue pair. */
  public enum State {
    /** The other end has not agreed yet. */
    CONNECTING,
    /** Operations flow. */
    READY,
    /** This end has asked the other one to close. */
    CLOSING,
    /** Gone. */
    CLOSED
  }

  /** Unanswered retries after which the next timeout ends the connection: the usual value of hosts (3 bits, at most 7). */
  static final int MOST_TIMEOUTS = 7;

  private final QueuePairConnection.Controls controls;
  private final Host host;
  private final ConnectionManager manager;
  private final StreamFlow out;
  private final StreamFlow in;
  final QueuePairListener listener;
  /** Receives the other end's stream; null if that end only receives. */
  private final @Nullable Receiver receiver;
  final Requester requester;
  private final HandshakeTimer handshake;
  private State state = State.CONNECTING;
  private boolean closeWanted;
  private boolean failed;
  private boolean hasRefused;
  private long retransmittedThere;
  private long offeredPs;
  private int offers;
  private @Nullable Sender sender;
  private @Nullable Breakdown breakdown;
  private Status failure = Status.PENDING;

  QueuePair(StreamFlow out, ConnectionManager manager, QueuePairConnection.Controls controls, QueuePairListener listener) {
    this.out = out;
    this.controls = controls;
    this.manager = manager;
    host = manager.host();
    this.listener = listener;
    handshake = new HandshakeTimer(this, host.firstNic(), manager.arriving() != null);
    requester = new Requester(this);
    in = out.opposite();
    receiver = out.connection().isPrepared() && out.isForward()
        ? null
        : new Receiver(in, host, new Responder(this, manager.memory(), manager.arriving()));
    out.log().holdsBytes(manager.arriving() != null);
    in.receiver = receiver == null ? null : host.receiving(in, receiver);
  }

  /** Sends the request for the connection, or its grant; neither for a prepared connection. */
  void begin(long nowPs) {
    if (out.connection().isPrepared()) {
      state = State.READY;
      return;
    }
    handshake.begin(out.isForward() ? HandshakeMessage.CONNECT : HandshakeMessage.ACCEPT, nowPs);
  }

  /**
   * Posts a WRITE.
   *
   * @param id the application's name for it
   * @param address address of the bytes at the other end
   * @param key key of the memory region there
   * @param bytes number of bytes, 1 to 2^31
   */
  public Operation write(long id, long address, int key, long bytes, long nowPs) {
    return post(new Operation(id, Operation.Kind.WRITE, bytes, address, key), nowPs);
  }

  /** Posts a READ, with the same parameters as {@link #write}. */
  public Operation read(long id, long address, int key, long bytes, long nowPs) {
    return post(new Operation(id, Operation.Kind.READ, bytes, address, key), nowPs);
  }

  /** Posts a {@link #write WRITE} from local bytes, or a {@link #read READ} into them, from an offset on. */
  public Operation post(Operation.Kind kind, long id, long address, int key, long bytes, ByteStore local, long offset,
      long nowPs) {
    var operation = new Operation(id, kind, bytes, address, key);
    operation.local = local;
    operation.localOffset = offset;
    return post(operation, nowPs);
  }

  private Operation post(Operation operation, long nowPs) {
    if (closeWanted) {
      throw new IllegalStateException("the application has closed " + this);
    }
    if (failed || state == State.CLOSING || state == State.CLOSED) { // the application may not know yet
      operation.status = Status.FLUSHED;
    }
    requester.post(operation, nowPs);
    return operation;
  }

  /** Ends the connection once all operations posted here have completed; those of the other end are flushed. */
  public void close(long nowPs) {
    closeWanted = true;
    closeWhenIdle(nowPs);
  }

  void closeWhenIdle(long nowPs) {
    if ((closeWanted || failed) && state == State.READY && requester.isIdle()) {
      disconnect(nowPs);
    }
  }

  private void disconnect(long nowPs) {
    state = State.CLOSING;
    handshake.begin(HandshakeMessage.DISCONNECT, nowPs);
  }

  /** Takes a control message from the other end. */
  void control(HandshakeMessage message, long nowPs) {
    switch (message) {
      case CONNECT -> sendControl(HandshakeMessage.ACCEPT, nowPs); // again: the answer was lost, or is late
      case ACCEPT -> {
        if (!hasSpoken()) {
          sendControl(HandshakeMessage.READY, nowPs);
        }
        established(nowPs);
      }
      case READY -> established(nowPs);
      case REJECT -> {
        if (state == State.CONNECTING) {
          fail(0, Status.REJECTED, nowPs);
          destroy(nowPs);
        }
      }
      case DISCONNECT, DISCONNECTED -> destroy(nowPs);
    }
  }

  /**
   * True if the other end has sent a packet of the connection. If it offers the connection again, the offer is late, or that end
   * has restarted and must not reuse it.
   */
  private boolean hasSpoken() {
    return manager.arriving() != null
        && (receiver != null && receiver.expectedNumber() > 0 || sender != null && sender.ackedBytes() > 0);
  }

  /**
   * Reports whether a packet of the other end's stream belongs to this connection: the first packet proves it, and those behind
   * it do not.
   */
  boolean isOfThis(Packet packet) {
    return state != State.CONNECTING || packet.number == 0 || manager.arriving() == null;
  }

  private void established(long nowPs) {
    if (state == State.CONNECTING) {
      handshake.cancel();
      state = State.READY;
      listener.connected(this, nowPs);
      requester.advance(nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** Handles a handshake message that stays unanswered after all retries. */
  void unanswered(long nowPs) {
    if (state == State.CONNECTING) {
      if (!out.isForward() && manager.arriving() != null) { // the requesting end may consider it open
        sendControl(HandshakeMessage.DISCONNECT, nowPs);
      }
      fail(0, Status.RETRY_EXCEEDED, nowPs);
    }
    destroy(nowPs);
  }

  private void destroy(long nowPs) {
    if (state == State.CLOSED) {
      return;
    }
    handshake.cancel();
    state = State.CLOSED;
    stopSending(nowPs);
    takeNoMore();
    out.log().release();
    requester.fail(0, Status.FLUSHED, nowPs);
    listener.closed(this, nowPs);
    manager.gone(out, nowPs);
  }

  private void takeNoMore() {
    if (receiver != null) {
      receiver.dropHeld();
    }
    in.receiver = null;
  }

  private void stopSending(long nowPs) {
    if (sender != null) {
      sender.stop(nowPs);
    }
  }

  private void fail(long sequence, Status why, long nowPs) {
    failing(why, nowPs);
    requester.fail(sequence, why, nowPs);
  }

  private void fail(@Nullable Operation guilty, Status why, long nowPs) {
    failing(why, nowPs);
    requester.fail(guilty, why, nowPs);
  }

  private void failing(Status why, long nowPs) {
    failed = true;
    if (failure == Status.PENDING) {
      failure = why;
    }
    stopSending(nowPs);
  }

  /** Reason of this end's failure; {@code PENDING} if it has not failed. An end that the other one closed has not failed. */
  public Status failure() {
    return failure;
  }

  /** Handles the other end's refusal of the message at this byte. */
  void refused(long sequence, long nowPs) {
    if (state == State.READY) {
      failing(Status.REMOTE_ACCESS_ERROR, nowPs);
      requester.refused(sequence, nowPs);
      giveUpIfBothFailed(nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** Handles this end's refusal of the other end's request: that end sends nothing more, not even answers. */
  void hasRefused(long nowPs) {
    hasRefused = true;
    giveUpIfBothFailed(nowPs);
    closeWhenIdle(nowPs);
  }

  private void giveUpIfBothFailed(long nowPs) {
    if (failed && hasRefused) {
      requester.fail(0, Status.FLUSHED, nowPs);
    }
  }

  /** Handles a READ response that is still missing after all waits. */
  void notAnswered(long nowPs) {
    giveUp(Status.RETRY_EXCEEDED, nowPs);
  }

  /** Handles the loss of memory that a waiting READ of the other end reads. */
  void cannotAnswer(long nowPs) {
    giveUp(Status.FLUSHED, nowPs);
  }

  /**
   * Handles inaccessible memory of a packet that is leaving now; so it ends the connection in a separate event.
   *
   * @param guilty operation with that memory; null for the answer to a READ of the other end
   */
  void unreachable(@Nullable Operation guilty, long atPs) {
    if (breakdown == null) {
      breakdown = new Breakdown(guilty);
      breakdown.set(atPs);
    }
  }

  /**
   * Handles bytes for inaccessible memory. This end then accepts no packet of the other: an answer would confirm those bytes.
   *
   * @param guilty the READ that they answer; null for a WRITE of the other end
   */
  void cannotPlace(@Nullable Operation guilty, long nowPs) {
    abort(guilty, Status.LOCAL_ACCESS_ERROR, nowPs);
  }

  /** Ends the connection at once: flushes the operations of both ends, and ignores later packets. No effect if it is ending. */
  public void abort(long nowPs) {
    abort(null, Status.FLUSHED, nowPs);
  }

  /** Destroys this end at once; the other end detects that by itself. */
  public void discard(long nowPs) {
    destroy(nowPs);
  }

  private void abort(@Nullable Operation guilty, Status why, long nowPs) {
    if (state == State.CONNECTING) {
      sendControl(HandshakeMessage.DISCONNECT, nowPs); // it may have been granted meanwhile
      fail(guilty, why, nowPs);
      destroy(nowPs);
    } else if (state == State.READY) {
      takeNoMore();
      fail(guilty, why, nowPs);
      closeWhenIdle(nowPs);
    }
  }

  private void giveUp(Status why, long nowPs) {
    if (state == State.READY) {
      fail(0, why, nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** Handles a packet of the other end's stream. */
  void onArrival(long nowPs) {
    requester.onArrival(nowPs);
    if (state == State.CONNECTING) {
      established(nowPs); // a sending end has the connection open, even if its confirmation was lost
    }
  }

  /** Sets the bytes that the other end had retransmitted when it sent the arriving packet. */
  void retransmittedThere(long bytes) {
    retransmittedThere = Math.max(retransmittedThere, bytes);
  }

  /** Bytes that both ends have retransmitted; the other end reports its own in packets that arrive in order. */
  public long retransmittedBytes() {
    return retransmittedThere + (sender == null ? 0 : sender.stats().retransmittedBytes());
  }

  /** Handles the whole response to a READ. */
  void readIsDone(long nowPs) {
    requester.readIsDone(nowPs);
  }

  boolean maySend() {
    return state == State.READY && !failed;
  }

  /** Appends a message to this end's stream. */
  void append(Message message) {
    out.log().append(message);
  }

  /** Handles an extension of the stream. */
  void send(long nowPs) {
    if (!maySend()) {
      return;
    }
    Sender sending = sender;
    if (sending == null) {
      sender = start(nowPs);
    } else {
      sending.extend(nowPs);
    }
  }

  private Sender start(long nowPs) {
    PathFacts path = controls.path(out, host.rateBitsPerSec(out));
    var made = new Sender(out, host, controls.start(out, path), controls.pacing(), path, new Outbound(), nowPs);
    controls.started(made);
    return host.start(made, out, nowPs);
  }

  void completed(Operation operation, long nowPs) {
    listener.completed(this, operation, nowPs);
  }

  /** Sends a handshake message to the other end. */
  void sendControl(HandshakeMessage message, long nowPs) {
    if (message == HandshakeMessage.CONNECT || message == HandshakeMessage.ACCEPT) {
      offeredPs = offers++ == 0 ? nowPs : offeredPs;
    }
    host.sendControl(message.ordinal(), out, nowPs);
  }

  /** Time of this end's first request or grant of the connection, in picoseconds. */
  public long offeredPs() {
    return offeredPs;
  }

  /**
   * Number of this end's requests or grants. With more than one, the answer may belong to any, and measures no time (Karn's rule,
   * RFC 6298 §3).
   */
  public int offers() {
    return offers;
  }

  /** State of the queue pair. */
  public State state() {
    return state;
  }

  /** The host at this end. */
  public Host host() {
    return host;
  }

  /** The stream that this end sends. */
  public StreamFlow stream() {
    return out;
  }

  /** Sender of the stream; null before the first data. */
  public @Nullable Sender sender() {
    return sender;
  }

  /** Number of operations posted here that have not completed. */
  public int incomplete() {
    return requester.incomplete();
  }

  @Override
  public String toString() {
    return "queue pair " + out.queuePair() + " of host " + host.node() + " (" + state + ")";
  }

  /** Ends a connection with inaccessible memory, in an event after that of the failed packet. */
  private final class Breakdown extends Timer {
    private final @Nullable Operation guilty;

    Breakdown(@Nullable Operation guilty) {
      super(host.firstNic().loop(), host.firstNic());
      this.guilty = guilty;
    }

    @Override
    protected void fired(long nowPs) {
      abort(guilty, Status.LOCAL_ACCESS_ERROR, nowPs);
    }
  }

  /** Handles the acknowledgements of this end's stream. */
  private final class Outbound extends SendPolicy {
    @Override
    public boolean endsWithLastByte() {
      return false;
    }

    @Override
    public void leaves(Packet packet, long retransmittedBytes) {
      packet.rdma().retransmittedBytes = retransmittedBytes;
    }

    @Override
    public void acknowledged(Sender by, Packet.Kind kind, long nowPs) {
      by.leaveIfIdle(nowPs);
      if (kind == Packet.Kind.REFUSAL) {
        host.context().counters().refusals++;
        refused(by.ackedBytes(), nowPs);
      } else {
        out.log().acknowledged(by.ackedBytes());
        requester.acknowledged(by.ackedBytes(), nowPs);
        closeWhenIdle(nowPs);
      }
    }

    @Override
    public boolean oldAnswersCount() {
      return manager.arriving() == null; // in a simulation no end restarts, and no answer is duplicated
    }

    @Override
    public boolean waitsForEver() {
      return false;
    }

    @Override
    public boolean givesUp(int timeouts, long ackedBytes, long nowPs) {
      if (timeouts <= MOST_TIMEOUTS || state != State.READY) {
        return false;
      }
      fail(ackedBytes, Status.RETRY_EXCEEDED, nowPs);
      closeWhenIdle(nowPs);
      return true;
    }
  }
}
