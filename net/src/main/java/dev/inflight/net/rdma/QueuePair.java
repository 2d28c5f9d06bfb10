package dev.inflight.net.rdma;

import dev.inflight.cc.PathFacts;
import dev.inflight.net.event.Event;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.ReceiveOwner;
import dev.inflight.net.host.Receiver;
import dev.inflight.net.host.SendOwner;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.Nic;

import dev.inflight.net.rdma.Operation.Status;
import org.jspecify.annotations.Nullable;

/**
 * One end of a reliable connection: an application posts WRITEs and READs to it and is told when they are done. Control packets make
 * it and destroy it at both ends. Each direction is a stream with a congestion control of its own: an answer to a READ is paced where
 * it is sent.
 *
 * <p>The source is the scheme of the HPCC NIC (SIGCOMM'19 §4.2: control packets create and remove flows; WRITE and READ) and the
 * InfiniBand Architecture vol. 1, §9.7 and §12.
 */
public final class QueuePair {
  /** Where it stands. */
  public enum State {
    /** The other end has not agreed yet. */
    CONNECTING,
    /** Operations flow. */
    READY,
    /** The other end has been told that this is the end. */
    CLOSING,
    /** Gone. */
    CLOSED
  }

  /** Retries without an answer, after which the next timeout is the end: the count that hosts usually set (3 bits, at most 7). */
  static final int MOST_TIMEOUTS = 7;

  private final Connection connection;
  private final ConnectionManager manager;
  private final Host host;
  private final boolean initiator;
  private final StreamFlow out;
  private final StreamFlow in;
  private final QueuePairListener listener;
  private final Receiver receiver;
  private final Requester requester;
  private final HandshakeTimer exchange = new HandshakeTimer(this);
  private State state = State.CONNECTING;
  private boolean closeWanted;
  private boolean failed;
  private boolean hasRefused;
  private @Nullable Sender sender;
  private long handledBytes; // of the other end's stream, in whole messages
  private @Nullable Message permitted; // last

  QueuePair(Connection connection, ConnectionManager manager, QueuePairListener listener) {
    this.connection = connection;
    this.manager = manager;
    host = manager.host();
    this.listener = listener;
    requester = new Requester(this);
    initiator = host.node() == connection.there.source();
    out = initiator ? connection.there : connection.back;
    in = initiator ? connection.back : connection.there;
    receiver = new Receiver(in, host, new Inbound());
    in.receiver = receiver;
    if (initiator) {
      connection.initiator = this;
    } else {
      connection.acceptor = this;
    }
  }

  /** Asks the other host, or tells it that it is granted what it asked for. */
  void begin(long nowPs) {
    exchange.begin(initiator ? HandshakeMessage.CONNECT : HandshakeMessage.ACCEPT, nowPs);
  }

  /**
   * Posts a WRITE.
   *
   * @param id the application's name for it
   * @param address where the bytes go, at the other end
   * @param key of the memory there
   * @param bytes how many, 1 to 2^31
   */
  public Operation write(long id, long address, int key, long bytes, long nowPs) {
    return post(new Operation(id, Operation.Kind.WRITE, bytes, address, key), nowPs);
  }

  /**
   * Posts a READ.
   *
   * @param id the application's name for it
   * @param address where the bytes are, at the other end
   * @param key of the memory there
   * @param bytes how many, 1 to 2^31
   */
  public Operation read(long id, long address, int key, long bytes, long nowPs) {
    return post(new Operation(id, Operation.Kind.READ, bytes, address, key), nowPs);
  }

  private Operation post(Operation operation, long nowPs) {
    if (closeWanted) {
      throw new IllegalStateException("the application has closed " + this);
    }
    if (failed || state == State.CLOSING || state == State.CLOSED) { // and the application may not know yet
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

  private void closeWhenIdle(long nowPs) {
    if ((closeWanted || failed) && state == State.READY && requester.isIdle()) {
      disconnect(nowPs);
    }
  }

  private void disconnect(long nowPs) {
    state = State.CLOSING;
    exchange.begin(HandshakeMessage.DISCONNECT, nowPs);
  }

  /** Takes a control message from the other end. */
  void control(HandshakeMessage message, long nowPs) {
    switch (message) {
      case CONNECT -> say(HandshakeMessage.ACCEPT, nowPs); // again: the answer was lost, or is late
      case ACCEPT -> {
        say(HandshakeMessage.READY, nowPs);
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

  private void established(long nowPs) {
    if (state == State.CONNECTING) {
      exchange.end();
      state = State.READY;
      listener.connected(this, nowPs);
      requester.advance(nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** A control message was said often enough. */
  void unanswered(long nowPs) {
    if (state == State.CONNECTING) {
      fail(0, Status.RETRY_EXCEEDED, nowPs);
    }
    destroy(nowPs);
  }

  private void destroy(long nowPs) {
    if (state == State.CLOSED) {
      return;
    }
    exchange.end();
    state = State.CLOSED;
    stopSending(nowPs);
    receiver.close();
    in.receiver = null;
    if (initiator) {
      connection.initiator = null;
    } else {
      connection.acceptor = null;
    }
    requester.fail(0, Status.FLUSHED, nowPs);
    listener.closed(this, nowPs);
  }

  private void stopSending(long nowPs) {
    if (sender != null) {
      sender.stop(nowPs);
    }
  }

  private void fail(long sequence, Status why, long nowPs) {
    failed = true;
    stopSending(nowPs);
    requester.fail(sequence, why, nowPs);
  }

  /** The other end refuses what begins at this byte. */
  void refused(long sequence, long nowPs) {
    if (state == State.READY) {
      failed = true;
      stopSending(nowPs);
      requester.refused(sequence, nowPs);
      giveUpIfBothFailed(nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** A request of the other end was refused here: it will send nothing more, and no answers either. */
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

  /** The other end has not answered READs, however long they were waited for. */
  void notAnswered(long nowPs) {
    if (state == State.READY) {
      fail(0, Status.RETRY_EXCEEDED, nowPs);
      closeWhenIdle(nowPs);
    }
  }

  /** The sender has given up waiting this often in a row; true when that is the end. */
  boolean givesUp(int timeouts, long ackedBytes, long nowPs) {
    if (timeouts <= MOST_TIMEOUTS || state != State.READY) {
      return false;
    }
    fail(ackedBytes, Status.RETRY_EXCEEDED, nowPs);
    closeWhenIdle(nowPs);
    return true;
  }

  /** Whether a packet's message is one that this end takes. */
  boolean permits(Packet packet) {
    requester.heard(packet.timePs);
    if (state == State.CONNECTING) {
      established(packet.timePs); // who sends knows of the connection, even if the word got lost
    }
    if (packet.sequence < handledBytes) {
      return true; // it was here before
    }
    Message message = messages(in).at(packet.sequence);
    if (message == permitted || message.kind() == Message.Kind.READ_RESPONSE) {
      return true;
    }
    boolean allowed = manager.memory().permits(message);
    permitted = allowed ? message : null;
    return allowed;
  }

  /** Whether a message ends with this byte not counted. */
  boolean endsMessage(long end) {
    return messages(in).at(end - 1).end() == end;
  }

  /** The other end's stream has arrived up to a byte. */
  void arrived(long expected, long nowPs) {
    MessageLog log = messages(in);
    boolean answered = false;
    while (handledBytes < expected && state != State.CLOSED) {
      Message message = log.at(handledBytes);
      if (message.end() > expected) {
        break;
      }
      handledBytes = message.end();
      switch (message.kind()) {
        case WRITE -> {
          // The memory has it; nobody is told (one-sided).
        }
        case READ_REQUEST -> {
          append(Message.responseTo(message));
          answered = true;
        }
        case READ_RESPONSE -> requester.answered(nowPs);
      }
    }
    if (answered) {
      send(nowPs);
    }
    closeWhenIdle(nowPs);
  }

  /** The other end has this end's stream up to a byte. */
  void acknowledged(long sequence, long nowPs) {
    messages(out).acknowledged(sequence);
    requester.acknowledged(sequence, nowPs);
    closeWhenIdle(nowPs);
  }

  boolean maySend() {
    return state == State.READY && !failed;
  }

  /** Puts a message on this end's stream. */
  void append(Message message) {
    messages(out).append(message);
  }

  /** The stream is longer now. */
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
    Connection.Controls controls = connection.controls;
    PathFacts path = controls.path(out, host.rateBitsPerSec(out));
    var made = new Sender(out, host, controls.start(path), controls.pacing(), path, new Outbound(), nowPs);
    controls.started(made);
    return host.start(made, out, nowPs);
  }

  void completed(Operation operation, long nowPs) {
    listener.completed(this, operation, nowPs);
  }

  /** Sends a control message. */
  void say(HandshakeMessage message, long nowPs) {
    host.say(message.ordinal(), out, nowPs);
  }

  void schedule(Event event, long atPs) {
    Nic nic = host.firstNic();
    event.key = nic.nextKey();
    nic.loop().schedule(event, atPs);
  }

  private static MessageLog messages(StreamFlow stream) {
    return stream.log();
  }

  /** Where it stands. */
  public State state() {
    return state;
  }

  /** The host at this end. */
  public Host host() {
    return host;
  }

  /** The stream that leaves here. */
  public StreamFlow stream() {
    return out;
  }

  /** What sends the stream; none before there was something to send. */
  public @Nullable Sender sender() {
    return sender;
  }

  /** Operations posted here that have not completed. */
  public int incomplete() {
    return requester.incomplete();
  }

  @Override
  public String toString() {
    return "queue pair " + connection.queuePair() + " of host " + host.node() + " (" + state + ")";
  }

  /** Hears of the stream that leaves here. */
  private final class Outbound extends SendOwner {
    @Override
    public boolean endsWithLastByte() {
      return false;
    }

    @Override
    public void acknowledged(Sender by, Packet.Kind kind, long nowPs) {
      by.leaveIfIdle(nowPs);
      if (kind == Packet.Kind.REFUSAL) {
        host.shared().counters().refusals++;
        refused(by.ackedBytes(), nowPs);
      } else {
        QueuePair.this.acknowledged(by.ackedBytes(), nowPs);
      }
    }

    @Override
    public boolean waitsForEver() {
      return false;
    }

    @Override
    public boolean givesUp(int timeouts, long ackedBytes, long nowPs) {
      return QueuePair.this.givesUp(timeouts, ackedBytes, nowPs);
    }
  }

  /** Takes the stream that comes here. */
  private final class Inbound extends ReceiveOwner {
    @Override
    public boolean permits(Packet packet) {
      return QueuePair.this.permits(packet);
    }

    @Override
    public void hasRefused(long nowPs) {
      QueuePair.this.hasRefused(nowPs);
    }

    @Override
    public boolean endsMessage(Flow flow, long end) {
      return QueuePair.this.endsMessage(end);
    }

    @Override
    public void arrived(long expected, long nowPs) {
      QueuePair.this.arrived(expected, nowPs);
    }
  }
}
